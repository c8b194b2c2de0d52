/* Lines of a diagonal of a recurrence plot, and how many distances lie below each radius.
 *
 * A diagonal is d[count], the squared distances of vectors at one lag (ck_delay). A line is
 * a row of neighbours with d <= threshold, as long as it goes:
 *
 *   lengths[l] += how many lines of d have l values, l = 1 ... count                           (1)
 *   counts[b]  += how many d have the bits b, b = 0 ... 2^15 - 1                               (2)
 *
 * The bits of a number are its sign, its exponent and the first three digits after the point: for
 * finite numbers of 0 or more they ascend with it, 8 steps to a doubling; infinity has 16376, NaN
 * that or more. NaN ends a line, as it is not <= threshold.
 *
 * Source: the definitions; Webber and Zbilut 1994, J. Appl. Physiol. 76:965; Grassberger and
 * Procaccia 1983, Physica D 9:189. Cost: O(count), 64 comparisons a word, one step a line; no
 * allocation. Levels give the same counts.
 * Threads: no state at all.
 */
#ifndef CK_RECURRENCE_H
#define CK_RECURRENCE_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* How many numbers counts of (2) has. */
#define CK_RECURRENCE_BITS 32768

/* (1): d[count], lengths[count + 1], whose first is not touched; no overlap. */
void ck_recurrence_lines(ck_cpu_level level, const double *restrict d, size_t count,
                         double threshold, size_t *restrict lengths);

/* (2): d[count], counts[CK_RECURRENCE_BITS]; no overlap. */
void ck_recurrence_counts(const double *restrict d, size_t count, size_t *restrict counts);

#pragma clang assume_nonnull end

#endif
