/* What a ck_beat_shape keeps, and what its files do for each other. The wave is w of the header. */
#ifndef CK_BEAT_SHAPE_STATE_H
#define CK_BEAT_SHAPE_STATE_H

#include "ck_beat_shape.h"
#include "ck_variants.h"

enum {
    CK_BEAT_SHAPE_COUNT = 6,       /* shapes kept */
    CK_BEAT_SHAPE_LENGTH_MAX = 56, /* of a shape, in samples of the wave */
    /* with space for whole vectors: */
    CK_BEAT_SHAPE_LAGS_MAX = 24,
    CK_BEAT_SHAPE_WAVE_MAX = 128,
    CK_BEAT_SHAPE_TAPS_MAX = 264,
    CK_BEAT_SHAPE_RAW_MAX = 2560,  /* input samples around a beat */
    CK_BEAT_SHAPE_SPLIT_MAX = 160, /* of one phase of them */
    CK_BEAT_SHAPE_EDGE = 2,        /* of the wave beyond the lags, for interpolation */
    CK_BEAT_SHAPE_TERMS = 3,       /* of the baseline: level, slope, curvature */
    CK_BEAT_SHAPE_FLANKS = 2,      /* ways in which the flanks of a beat differ */
    CK_BEAT_SHAPE_TIMES = 10       /* beats and intervals that are kept */
};

/* Beyond this nothing is a voltage. */
#define CK_BEAT_SHAPE_LARGEST 1e12
/* So far from its R peak is about a beat; s. */
#define CK_BEAT_SHAPE_ABOUT_S 0.06

/* One shape: the average T of its beats, R peak at index `apex`, and the filters made of it. */
typedef struct {
    double average[CK_BEAT_SHAPE_LENGTH_MAX]; /* kept with every beat */
    double wave[CK_BEAT_SHAPE_LENGTH_MAX];    /* T: the average when the filters were last made */
    double match[CK_BEAT_SHAPE_LENGTH_MAX]; /* its sum with a beat is g times `energy` */
    double shift[CK_BEAT_SHAPE_LENGTH_MAX]; /* its sum with a beat is 0 where the beat lies on T */
    /* filters of the flanks, without baseline, T and shift; their sums with the flanks; how far a
     * flank takes the zero of `shift` along, in samples */
    double flank[CK_BEAT_SHAPE_FLANKS][CK_BEAT_SHAPE_LENGTH_MAX];
    double product[CK_BEAT_SHAPE_FLANKS][CK_BEAT_SHAPE_FLANKS];
    double drag[CK_BEAT_SHAPE_FLANKS];
    double energy;                     /* of T without baseline, weighted */
    double range;                      /* highest less lowest value about the R peak */
    double slowness;                   /* rms of T over that of its derivative; samples */
    double apex_offset;                /* of the R peak of T from index `apex` */
    double lead;    /* of the R peaks behind the given positions, running; samples of the wave */
    double misfit;  /* share of a beat's energy that T leaves, running */
    double noise;   /* variance of what it and its flanks leave, running */
    double early;   /* share of its beats that came early, running */
    double count;   /* beats learned from */
    size_t waiting; /* beats in the average that T does not have */
    size_t last;    /* number of the beat that was learned last */
    int sign;       /* of the R wave */
} ck_beat_shape_average;

/* The loops for one instruction set: ck_beat_shape_loops_body.h. */
typedef struct {
    /* to[i] = from[i] - level, i < n; answers whether all of them are voltages */
    int (*copy)(const double *from, size_t n, double level, float *to);
    /* the wave from the raw samples */
    void (*filter)(ck_beat_shape *s);
    /* out[i] = sum over k < n of h[k] x[i + k], i < m, m rounded up to a multiple of 8 */
    void (*slide)(const double *h, size_t n, const double *x, double *out, size_t m);
    /* weighted energy of v[length] without baseline */
    double (*energy)(const ck_beat_shape *s, const double *v);
    /* the wave from `at` on, between its samples, to s->aligned */
    void (*align)(ck_beat_shape *s, double at);
    /* moves the average by `share` of the way to s->aligned */
    void (*learn)(const ck_beat_shape *s, ck_beat_shape_average *shape, double share);
    /* makes T and its filters of the average */
    void (*renew)(const ck_beat_shape *s, ck_beat_shape_average *shape);
    /* the sums of s->aligned with the filters of the flanks */
    void (*flanks)(const ck_beat_shape *s, const ck_beat_shape_average *shape, double *sums);
} ck_beat_shape_loops;

extern const ck_beat_shape_loops ck_beat_shape_loops_plain;
CK_VARIANTS(ck_beat_shape_loops);

/* What is done from beat to beat, for one instruction set: ck_beat_shape_engine_body.h. */
typedef struct {
    void (*push)(ck_beat_shape *s, const double *x, size_t n, double position, double first,
                 ck_beat_shape_beat *beat);
    void (*rewind)(ck_beat_shape *s);
} ck_beat_shape_engine;

extern const ck_beat_shape_engine ck_beat_shape_engine_plain;
CK_VARIANTS(ck_beat_shape_engine); /* that for AVX2 serves AVX-512 too */

struct ck_beat_shape {
    const ck_beat_shape_loops *loops;
    const ck_beat_shape_engine *engine;
    double rate_hz;
    double grid_hz; /* of the wave: rate * up / down */
    size_t up;      /* 1 or 2 */
    size_t down;
    size_t half;      /* of the kernel; input samples */
    size_t taps;      /* of one of the kernel's up * down phases */
    size_t raw_count; /* input samples around a beat */
    size_t raw_centre;
    size_t length, apex; /* of a shape */
    size_t lags;         /* at which it is compared */
    size_t reach;        /* how far the R peaks of a shape may lie from the given positions */
    size_t wave_count, centre;
    float kernel[CK_BEAT_SHAPE_TAPS_MAX]; /* phase by phase */
    double weight[CK_BEAT_SHAPE_LENGTH_MAX];
    double distance[CK_BEAT_SHAPE_LENGTH_MAX]; /* from the R peak; samples */
    double side[CK_BEAT_SHAPE_LENGTH_MAX];     /* of the R peak: -1, 0, 1 */
    double weight_sum, weight_inverse;
    double term[CK_BEAT_SHAPE_TERMS][CK_BEAT_SHAPE_LENGTH_MAX]; /* orthonormal under the weight */
    double weighted[CK_BEAT_SHAPE_TERMS][CK_BEAT_SHAPE_LENGTH_MAX]; /* times the weight */

    size_t beats;
    size_t dominant; /* the shape with most beats; of two the one that had them first */
    ck_beat_shape_average shape[CK_BEAT_SHAPE_COUNT];
    double times[CK_BEAT_SHAPE_TIMES]; /* of the beats before, ascending; samples of the record */
    int is_normal[CK_BEAT_SHAPE_TIMES];
    size_t n_times;
    double intervals[CK_BEAT_SHAPE_TIMES]; /* between normal beats, a ring */
    double by_length[CK_BEAT_SHAPE_TIMES]; /* the same in ascending order, then 1e300 */
    size_t n_intervals;
    size_t early_run; /* beats of normal shape that came early, one after the other */
    double unrest;    /* mean |interval / expected - 1|, running */

    float raw[CK_BEAT_SHAPE_RAW_MAX]; /* less the one at raw_centre */
    float split[CK_BEAT_SHAPE_SPLIT_MAX]; /* of a doubled rate: the wave at input samples, first */
    float level[CK_BEAT_SHAPE_SPLIT_MAX]; /* of a divided rate: the input samples that the wave is
                                             at */
    float filtered[CK_BEAT_SHAPE_SPLIT_MAX]; /* the wave, or of a doubled rate its other half */
    double wave[CK_BEAT_SHAPE_WAVE_MAX];
    double aligned[CK_BEAT_SHAPE_LENGTH_MAX];
};

/* How a beat fits a shape. */
typedef struct {
    size_t shape;
    double at;          /* where the shape begins in the wave; between two samples */
    double gain;        /* g */
    double correlation; /* r; not above 1 */
    double misfit;      /* 1 - r^2; 1 where r is not positive */
    double energy;      /* of the beat without baseline */
} ck_beat_shape_fit;

#endif
