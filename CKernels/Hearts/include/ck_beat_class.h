/* What the classes of beats need of each sample and each beat: a lead at another rate, the match of
 * a beat with a template, the form of a QRS complex.
 *
 *   resample:  out[i] = sum over k of taps[p][k] x[w + k - begin],                              (22)
 *              w + p / n_phases the nearest position to (first + i) step on a grid of n_phases
 *   match:     s(d) = 2 <x_d, y> / (<x_d, x_d> + <y, y> + 1e-12), d = 0 ... n_shifts - 1,        (23)
 *              x_d a window from its sample `first` + d on, y a template from `first` on; over all leads
 *   form:      range h; steepest slope and spread of the times, both weighted by squared slopes
 *              d_k = (x[k + 2] - x[k]) / 16 ms; sum and largest of the distances from the median  (24)
 *
 * Source: the widths and the similarity are ours (Guides/beat-classes.md).
 * Cost: O(taps) an output; O(samples) a match of 16 shifts; O(n^2 / 8) a form, n being 34.
 * Every level gives the same bits: products are rounded before they are added, in one order. Values
 * must be finite.
 * Threads: no state at all.
 */
#ifndef CK_BEAT_CLASS_H
#define CK_BEAT_CLASS_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* Number of shifts of which energies are computed; a match uses the first n_shifts. */
#define CK_BEAT_CLASS_SHIFTS 16
/* Largest number of values of a form. */
#define CK_BEAT_CLASS_FORM_MAX 64

/* Where the QRS complexes lie: in each lead of a window (n_window samples a lead) and of a template
 * (n_template a lead) n values from `first` on. first + n + 15 <= n_window, first + n <= n_template. */
typedef struct {
    size_t n_leads, n_window, n_template, first, n;
} ck_beat_class_layout;

/* (24): times in samples of 8 ms about the middle, slopes a ms. */
typedef struct {
    double height, max_slope, spread, area, peak;
} ck_beat_class_form;

/* (22): taps[n_phases n_taps], one phase after the other; x[...] from sample `begin` on -> out[n].
 * Every w + k - begin must lie in x. */
void ck_beat_class_resample(ck_cpu_level level, const float *restrict taps, size_t n_taps,
                            size_t n_phases, const float *restrict x, ptrdiff_t begin, size_t first,
                            double step, size_t n, float *restrict out);

/* <x_d, x_d> of (23): window[n_leads n_window] -> energies[16]. */
void ck_beat_class_energies(ck_cpu_level level, const ck_beat_class_layout *layout,
                            const float *restrict window, float *restrict energies);

/* (23): the largest s, in *similarity; returns its shift, the first one where several are equal.
 * template[n_leads n_template]; 1 <= n_shifts <= 16. */
size_t ck_beat_class_match(ck_cpu_level level, const ck_beat_class_layout *layout,
                           const float *restrict window, const float *restrict energies,
                           const float *restrict template_, size_t n_shifts,
                           float *restrict similarity);

/* (24): x[n], 3 <= n <= 64. */
void ck_beat_class_measure(ck_cpu_level level, const float *restrict x, size_t n,
                           ck_beat_class_form *restrict form);

#pragma clang assume_nonnull end

#endif
