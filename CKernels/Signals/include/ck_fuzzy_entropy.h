/* Degrees of similarity of the segments of a series: the sums behind fuzzy entropy.
 *
 *   sum over pairs of templates of exp(-(d / r)^2),                                           (1)
 *   d = max over k = 0 ... L-1 of |(x[s + k] - mean_s) - (x[t + k] - mean_t)|
 *
 * A template is L values of a series in a row, mean_s the mean of the one that begins at s; the
 * caller says where templates begin, and so keeps them out of gaps.
 *
 * Templates of two and three values, less their means, have one and two coordinates: their pairs
 * need not be looked at one by one, but are summed up in boxes (ck_fuzzy_entropy_boxes.h). Other
 * lengths, few templates, and values spread over very many r are compared pair by pair.
 *
 * Source: Chen and others 2007, IEEE Trans. Neural Syst. Rehabil. Eng. 15:266, with the square of
 * d / r. Cost: for L 2 or 3 O(count log count) time, about 70 ms for 100,000 templates of 3 with
 * AVX-512; otherwise all pairs, O(count^2 L), about 0.5 ns a pair. O(count) scratch, no allocation.
 * Error: that of d / r, which the exponential turns into at most 0.9 times as much, and a few ulp
 * of a term; by boxes 3e-16 a pair besides, but only where the mean degree is
 * 1e-4 or more, so below 1e-12 of the sum. Pair by pair, terms of d / r above 26, below 1e-293,
 * count as up to that. Levels differ in the order of sums and in the rounding of products.
 * Threads: no state at all.
 */
#ifndef CK_FUZZY_ENTROPY_H
#define CK_FUZZY_ENTROPY_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* Doubles of scratch memory for `count` templates. */
size_t ck_fuzzy_entropy_scratch_count(size_t count, size_t length);

/* (1): x finite, and so all x over r; starts[count], templates of `length` values, 1 ... 17, from
 * each of them; r above 0. Each pair once, none with itself. No two arrays overlap. */
double ck_fuzzy_entropy(ck_cpu_level level, const double *restrict x,
                        const size_t *restrict starts, size_t count, size_t length, double r,
                        double *restrict scratch);

/* The same pair by pair, whatever the length; slow, the oracle. Scratch as above. */
double ck_fuzzy_entropy_plain(ck_cpu_level level, const double *restrict x,
                              const size_t *restrict starts, size_t count, size_t length,
                              double r, double *restrict scratch);

#pragma clang assume_nonnull end

#endif
