/* Where the R peak of a heart beat lies, below the sample, and what kind of beat it is.
 *
 * That there is a beat, and near which sample, is known. The samples around it are low-passed by a
 * symmetric kernel (a sinc of 40 Hz under a Hann window of 60 ms: half the amplitude at 40 Hz) and
 * brought to a grid of 125 ... 250 Hz: w. That is done in single precision, relative to the sample
 * at the beat; all that follows is in double precision. Up to six shapes are kept, T, each the
 * running average of its last 32 beats or so over 0.2 s, their R peaks laid on each other. For each
 * shape
 *
 *   w(t + s) = g T(t) + b0 + b1 t + b2 t^2 + noise                                            (1)
 *
 * is fitted by least squares, weighted by a window with raised cosines over 60 ms at either end: g
 * by the filter that T makes when level, slope and curvature are taken out of it, s as the zero of
 * the one that T' makes when T is taken out as well: of highest correlation r, but where that is
 * 0.97 or more by the highest g within four samples of the usual position, only that one is looked
 * at. So neither the gain nor a baseline of
 * second order moves s, and white noise moves it as little as it could move any unbiased estimate.
 * A shape of more than 32 beats makes its filters anew with every eighth.
 *
 * Where the rhythm changes, the flanks of a beat are not alike: one is wider or higher by a share c
 * than that of the shape. That draws s along, though the R peak stays where it is. So
 *
 *   g c1 |t| T'(t) + g c2 sgn(t) (T(t) - T(0))                                               (2)
 *
 * is fitted to what (1) leaves, with c1 and c2 expected to be near 0 (standard deviation 0.055):
 * noise hides them, and then s stays as it is. Noise is what (1) and (2) leave of the beats before.
 *
 * The shape with the highest r locates the beat: its R peak is that of T, s later. A beat
 * that fits none (r < 0.7) has its own R peak and begins a shape; one that fits badly is located by
 * the shape and begins another.
 *
 * The R peak of a shape is the extremum of the largest deflection of w from its median, upwards or
 * downwards, on a curve of fourth order. It stays with the deflection it began with; while the
 * shape is young it moves to one that is a quarter larger. Filters have no delay.
 *
 * The shape with most beats is the dominant one, and normal whatever it looks like. A beat is
 * `other` where its interval is shorter than expected by more than 15 % and by more than 3.5 mean
 * deviations of the rhythm; or by 8 % and the beat is of another shape; or where most beats of its
 * shape are early, or its waves are slower than the dominant's by a fifth. Expected is the median
 * of the last ten intervals between normal beats.
 *
 * quality = q / (q + 4), q = (range of g T)^2 / (8 noise^2): 0.5 where the ratio of signal to noise
 * is 6 dB. Noise is what (1) leaves, and what the low-pass takes off beside the QRS. It is
 * multiplied by the share of samples within 60 ms that are there, and by 0.4 where the R peak is
 * cut off.
 *
 * Source: least squares for a delay: Kay 1993, Fundamentals of Statistical Signal Processing, 3.11.
 * The ratio of signal to noise: Moody, Muldrow and Mark 1984, Comput. Cardiol. 11:381. The rules of
 * kind are ours.
 * Cost: less than a microsecond a beat at 250 Hz, some three at 4 kHz. Memory: one block of less than
 * 36 KiB, allocated by create; nothing else allocates. Lanes are neighbouring samples. Every level
 * gives the same bits but the plain one of x86, which rounds a product before it is added. Threads:
 * one state, one thread.
 */
#ifndef CK_BEAT_SHAPE_H
#define CK_BEAT_SHAPE_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_beat_shape ck_beat_shape;

typedef enum ck_beat_kind {
    CK_BEAT_NORMAL = 0,      /* of the dominant shape or one like it, and not early */
    CK_BEAT_OTHER = 1,       /* early, or of another shape */
    CK_BEAT_UNCLASSIFIED = 2 /* not distinguishable from noise, or samples are missing */
} ck_beat_kind;

/* Voltages are in the unit of the samples, meant to be mV. */
typedef struct ck_beat_shape_beat {
    double position;       /* of the R peak, from x[0]; the given one if it is not placed */
    double correlation;    /* r of the shape that fits best; 0 where there is none; at most 1 */
    double interval_ratio; /* of the interval that ends here to the expected one; 0 if unknown */
    double range_mv;       /* highest less lowest value of w within 60 ms */
    double area_mv_s;      /* of w within 40 ms, over its mean 60 to 80 ms before */
    double slope_mv_per_s; /* steepest of w within 60 ms; not negative */
    double noise_mv;       /* standard deviation */
    double quality;        /* 0 ... 1 */
    int shape;             /* which of the shapes it is of; -1 if it is not placed */
    int is_placed;         /* 0 where more than 25 ms of the 120 about it are missing */
    int is_clipped;        /* whether its R peak is 16 ms, and 3 samples, or more of one value */
    ck_beat_kind kind;
} ck_beat_shape_beat;

/* rate_hz: 100 ... 4000, CK_BAD_ARGUMENT otherwise. */
ck_status ck_beat_shape_create(ck_cpu_level level, double rate_hz,
                               ck_beat_shape *_Nullable *_Nonnull shape);
void ck_beat_shape_destroy(ck_beat_shape *_Nullable shape);

/* Forgets everything. */
void ck_beat_shape_reset(ck_beat_shape *shape);

/* Forgets times and intervals but keeps the shapes, and how much the rhythm varies: beats that were
 * taken may be taken once more, and the first ones are then placed as well as the last. */
void ck_beat_shape_rewind(ck_beat_shape *shape);

/* Takes a beat near x[position], `position` a fraction within 20 ms or so of its R peak, and
 * learns from it. x[n] are the samples around it, at least 0.2 s either way where the record has
 * them; what lies outside, and what is not finite or beyond 1e12, counts as missing and is bridged
 * by straight lines. first is the number of x[0] in the record: beats come in the order of time, or
 * somewhat late. Whatever is given, position is finite where the given one is. */
void ck_beat_shape_push(ck_beat_shape *shape, const double *x, size_t n, double position,
                        double first, ck_beat_shape_beat *beat);

#pragma clang assume_nonnull end

#endif
