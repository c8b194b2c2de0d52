/* The parts of a generalised Lomb-Scargle periodogram.
 *
 * With weights w that add up to 1, m the weighted mean of y, and a = 2 pi f (t_s - origin_s), three
 * complex sums a frequency:
 *
 *   data[k]  = sum w (y - m) exp(-i a)
 *   once[k]  = sum w exp(-i a)
 *   twice[k] = sum w exp(-2 i a)
 *
 * decide how much of the weighted variance a fit of a cos + b sin + c explains (ck_lomb_power).
 * Complex arrays hold real and imaginary parts in turn.
 *
 * ck_lomb_sums is the plain version: one sine and one cosine a term. ck_lomb_grid_sums gives the
 * same for an even grid of frequencies by rotation. A third way, by ck_nonuniform_fft and a
 * transform, is put together by the caller.
 *
 * Accuracy: phases are formed with about 106 bits and whole turns dropped, so that what is left
 * after 100,000 turns is still right to the last digit.
 * NaN or infinity in any input makes the sums it enters NaN. No call allocates.
 * Source: Zechmeister and Kuerster 2009, Astron. Astrophys. 496:577, equations 4 to 15.
 * Threads: no state at all.
 */
#ifndef CK_LOMB_H
#define CK_LOMB_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

typedef struct {
    /* The middle between the first and the last time: phases, and with them their rounding, are
     * smallest around it. And the greatest distance of a time from it. */
    double origin_s;
    double reach_s;
    /* sum w (y - mean)^2, the mean being the weighted one. */
    double variance;
    /* sum w^2: 1/n for equal weights. */
    double square_sum;
    /* 0 if any t, y or raw weight is NaN or infinite, or a raw weight is negative. */
    int is_valid;
    /* 1 if all y with a weight are the same. */
    int is_constant;
} ck_lomb_moments;

/* Weights that add up to 1, and their products with y - mean.
 * t_s[n]: times; y[n]: values; raw[n]: weights of any scale (only their ratios
 * count), or NULL for equal ones;
 * w[n], wy[n]: written, 0 where the weights add up to 0. No two arrays overlap. */
ck_lomb_moments ck_lomb_weigh(ck_cpu_level level, const double *t_s, const double *y,
                              const double *_Nullable raw, size_t n, double *w, double *wy);

/* The sums at any frequencies. t_s[n]: s; f_hz[n_f]; data, once, twice [2 n_f]: written. n and n_f
 * may be 0. O(n n_f) sines. */
void ck_lomb_sums(const double *restrict t_s, const double *restrict w, const double *restrict wy,
                  size_t n, double origin_s, const double *restrict f_hz, size_t n_f,
                  double *restrict data, double *restrict once, double *restrict twice);

/* The sums at first_hz + k step_hz for k < n_f, with the step's product exact: the oracle of the
 * faster ways. */
void ck_lomb_plain_grid_sums(const double *restrict t_s, const double *restrict w,
                             const double *restrict wy, size_t n, double origin_s, double first_hz,
                             double step_hz, size_t n_f, double *restrict data,
                             double *restrict once, double *restrict twice);

/* The same by turning one phasor a sample from frequency to frequency, eight frequencies at once;
 * every CK_LOMB_RESEED frequencies it starts from a fresh sine and cosine, so that rounding cannot
 * grow. */
#define CK_LOMB_RESEED 1024
void ck_lomb_grid_sums(ck_cpu_level level, const double *restrict t_s, const double *restrict w,
                       const double *restrict wy, size_t n, double origin_s, double first_hz,
                       double step_hz, size_t n_f, double *restrict data, double *restrict once,
                       double *restrict twice);

/* y[n] times exp(-i a) at one frequency: the real and the imaginary parts; for sums on a grid that
 * does not begin at a multiple of its step. */
void ck_lomb_turn(const double *restrict t_s, const double *restrict y, size_t n, double origin_s,
                  double f_hz, double *restrict real, double *restrict imaginary);

/* What the fit takes off the weighted variance, times scale: power[n_f], 0 ... scale variance.
 * The three sums of frequency k are first multiplied by factors[k]. Where the samples see little
 * but one phase of the oscillation, below a sixth of a period for instance, the sums' rounding would
 * show: there power[k] is -1, for ck_lomb_fit to decide. Returns how many such there are. */
size_t ck_lomb_power(ck_cpu_level level, const double *restrict data, const double *restrict once,
                     const double *restrict twice, const double *restrict factors, size_t n_f,
                     double variance, double scale, double *restrict power);

/* The same at the single frequency first_hz + k step_hz, from the samples themselves and around
 * their means, at the price of four series of ten
 * terms a sample: 0 ... variance. 0 where the samples see only one phase
 * (all at one time; 0 Hz; half the rate of even samples), within the precision of doubles. */
double ck_lomb_fit(ck_cpu_level level, const double *restrict t_s, const double *restrict w,
                   const double *restrict wy, size_t n, double origin_s, double first_hz,
                   double step_hz, size_t k, double variance);

#pragma clang assume_nonnull end

#endif
