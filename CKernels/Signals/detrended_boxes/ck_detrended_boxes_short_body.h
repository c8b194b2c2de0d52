/* Sums of ck_detrended_boxes over short boxes, of all sizes at once, compiled once for every
 * instruction set. Eight boxes that begin one value after another are the lanes, and all grow by a
 * value at a time: most begin where no box of that size does, yet this costs less than each size on
 * its own. */
#ifndef CK_DETRENDED_BOXES_SHORT_BODY_H
#define CK_DETRENDED_BOXES_SHORT_BODY_H

#include <stddef.h>

#include "ck_lanes.h"

/* Values of the longest box that is short. */
#define CK_DETRENDED_BOXES_SHORT 16
/* Beginnings of boxes that are looked at together, and in one loop. */
#define CK_DETRENDED_BOXES_TILE 128
#define CK_DETRENDED_BOXES_GROUPS 4

/* Let a line through the first s - 1 points miss the next by e. The line through all s rises by
 * TURN e more from point to point, misses the last by LEFT e and has LEFT e^2 more squares. */
#define CK_DETRENDED_BOXES_TURN(s) (6.0 / ((s) * ((s) + 1.0)))
#define CK_DETRENDED_BOXES_LEFT(s) (((s) - 1.0) * ((s) - 2.0) / ((s) * ((s) + 1.0)))
#define CK_DETRENDED_BOXES_EACH(f) \
    {0,    0,    0,     f(3),  f(4),  f(5),  f(6),  f(7), f(8), \
     f(9), f(10), f(11), f(12), f(13), f(14), f(15), f(16)}

/* rest[s][i]: the sum of squared residuals of the s values from value i of the tile on. */
typedef double ck_detrended_boxes_rests[CK_DETRENDED_BOXES_SHORT + 1][CK_DETRENDED_BOXES_TILE];

/* bends[i] = x[i + 1] - x[i]; 0 behind the n values. */
CK_INLINE void
ck_detrended_boxes_bend(const double *x, size_t n,
                        double bends[CK_DETRENDED_BOXES_TILE + CK_DETRENDED_BOXES_SHORT])
{
    const size_t workspace = CK_DETRENDED_BOXES_TILE + CK_DETRENDED_BOXES_SHORT;
    const size_t count = n - 1 < workspace ? n - 1 : workspace;
    for (size_t i = 0; i < count; i++) {
        bends[i] = x[i + 1] - x[i];
    }
    for (size_t i = count; i < workspace; i++) {
        bends[i] = 0;
    }
}

/* The boxes of 3 ... max_size values from value `first` on, four groups of eight beginnings. */
CK_INLINE void ck_detrended_boxes_grow(const double *bends, size_t first, size_t max_size,
                                       ck_detrended_boxes_rests rest)
{
#pragma clang fp contract(off)
    static const double turn[] = CK_DETRENDED_BOXES_EACH(CK_DETRENDED_BOXES_TURN),
                        left[] = CK_DETRENDED_BOXES_EACH(CK_DETRENDED_BOXES_LEFT);
    ck_eight step[CK_DETRENDED_BOXES_GROUPS]; /* the last one of the sum, less that of its line */
    ck_eight miss[CK_DETRENDED_BOXES_GROUPS]; /* the last point of the sum, less that of its line */
    ck_eight sum[CK_DETRENDED_BOXES_GROUPS];
    for (size_t g = 0; g < CK_DETRENDED_BOXES_GROUPS; g++) {
        step[g] = miss[g] = sum[g] = (ck_eight){0};
    }
    for (size_t s = 3; s <= max_size; s++) {
        for (size_t g = 0; g < CK_DETRENDED_BOXES_GROUPS; g++) {
            const size_t at = first + 8 * g;
            step[g] += *(const ck_eight *)(bends + at + s - 2);
            const ck_eight surprise = step[g] + miss[g];
            step[g] -= turn[s] * surprise;
            miss[g] = left[s] * surprise;
            sum[g] += miss[g] * surprise;
            *(ck_eight *)(rest[s] + at) = sum[g];
        }
    }
}

/* The boxes of s values that begin before `end`, the first at *next; moved on to the next tile. */
CK_INLINE double ck_detrended_boxes_collect(const double *rest, size_t s, size_t end, size_t *next)
{
    double total = 0;
    size_t at = *next;
    for (; at < end; at += s) {
        total += rest[at];
    }
    *next = at - CK_DETRENDED_BOXES_TILE; /* of no meaning after the last box */
    return total;
}

/* totals[s], s = 3 ... max_size: the squared residuals of all boxes of s values. */
CK_INLINE void ck_detrended_boxes_short_totals(const double *restrict x, size_t n, size_t max_size,
                                               double totals[CK_DETRENDED_BOXES_SHORT + 1])
{
    _Alignas(64) ck_detrended_boxes_rests rest;
    _Alignas(64) double bends[CK_DETRENDED_BOXES_TILE + CK_DETRENDED_BOXES_SHORT];
    size_t next[CK_DETRENDED_BOXES_SHORT + 1] = {0};
    for (size_t begin = 0; begin + 3 <= n; begin += CK_DETRENDED_BOXES_TILE) {
        const size_t left = n - begin;
        ck_detrended_boxes_bend(x + begin, left, bends);
        for (size_t i = 0; i < CK_DETRENDED_BOXES_TILE && i + 3 <= left;
             i += 8 * CK_DETRENDED_BOXES_GROUPS) {
            ck_detrended_boxes_grow(bends, i, max_size, rest);
        }
        for (size_t s = 3; s <= max_size && s <= left; s++) {
            const size_t end =
                left - s < CK_DETRENDED_BOXES_TILE ? left - s + 1 : CK_DETRENDED_BOXES_TILE;
            totals[s] += ck_detrended_boxes_collect(rest[s], s, end, &next[s]);
        }
    }
}

/* sums[i] for the sizes up to CK_DETRENDED_BOXES_SHORT; the others are left alone. */
CK_INLINE void ck_detrended_boxes_short_sums(const double *restrict x, size_t n,
                                             const size_t *restrict sizes, size_t n_sizes,
                                             double *restrict sums)
{
    size_t max_size = 0;
    for (size_t i = 0; i < n_sizes; i++) {
        if (sizes[i] <= CK_DETRENDED_BOXES_SHORT && sizes[i] > max_size) {
            max_size = sizes[i];
        }
    }
    if (max_size == 0) {
        return;
    }
    double totals[CK_DETRENDED_BOXES_SHORT + 1] = {0};
    ck_detrended_boxes_short_totals(x, n, max_size, totals);
    for (size_t i = 0; i < n_sizes; i++) {
        if (sizes[i] <= CK_DETRENDED_BOXES_SHORT) {
            const double total = totals[sizes[i]];
            sums[i] += total + (total - total); /* which is NaN where infinity came out */
        }
    }
}

#endif
