/* The bodies of ck_detrended_boxes, compiled once for every instruction set. Eight boxes are the
 * lanes. */
#ifndef CK_DETRENDED_BOXES_BODY_H
#define CK_DETRENDED_BOXES_BODY_H

#include "ck_detrended_boxes.h"
#include "ck_detrended_boxes_short_body.h"
#include "ck_lanes.h"

/* Columns kept between the two passes over a box: longer boxes are read twice. */
#define CK_DETRENDED_BOXES_COLUMNS 64

/* Eight neighbouring boxes, the last of them repeated where there are fewer. */
typedef struct {
    const double *row[8]; /* where each begins */
    const double *end;    /* of the whole series: nothing is read from there on */
    size_t size;
} ck_detrended_boxes_group;

#define CK_SHUFFLE __builtin_shufflevector

/* out[j] lane i = in[i] lane j. */
CK_INLINE void ck_detrended_boxes_transpose(const ck_eight in[8], ck_eight *out)
{
    ck_eight pair[8], four[8];
    for (size_t i = 0; i < 8; i += 2) {
        pair[i] = CK_SHUFFLE(in[i], in[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        pair[i + 1] = CK_SHUFFLE(in[i], in[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (size_t h = 0; h < 8; h += 4) {
        for (size_t i = h; i < h + 2; i++) {
            four[i] = CK_SHUFFLE(pair[i], pair[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            four[i + 2] = CK_SHUFFLE(pair[i], pair[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (size_t i = 0; i < 4; i++) {
        out[i] = CK_SHUFFLE(four[i], four[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        out[i + 4] = CK_SHUFFLE(four[i], four[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

/* Eight columns from position c of each box; those behind the end of a box are not meaningful. */
CK_INLINE void ck_detrended_boxes_load_eight(const ck_detrended_boxes_group *group, size_t c,
                                             ck_eight *columns)
{
    ck_eight rows[8];
    if ((size_t)(group->end - group->row[7]) >= c + 8) {
        for (size_t i = 0; i < 8; i++) {
            rows[i] = *(const ck_eight *)(group->row[i] + c);
        }
    } else {
        for (size_t i = 0; i < 8; i++) {
            for (size_t j = 0; j < 8; j++) {
                rows[i][j] = c + j < group->size ? group->row[i][c + j] : 0;
            }
        }
    }
    ck_detrended_boxes_transpose(rows, columns);
}

/* Columns c ... c + 63, as far as the boxes go; returns how many. */
CK_INLINE size_t ck_detrended_boxes_load(const ck_detrended_boxes_group *group, size_t c,
                                         ck_eight *columns)
{
    const size_t left = group->size - c;
    const size_t count = left < CK_DETRENDED_BOXES_COLUMNS ? left : CK_DETRENDED_BOXES_COLUMNS;
    for (size_t j = 0; j < count; j += 8) {
        ck_detrended_boxes_load_eight(group, c + j, columns + j);
    }
    return count;
}

/* rest[i]: the sum of squared residuals of box i. */
CK_INLINE void ck_detrended_boxes_residuals(const ck_detrended_boxes_group *group, double rest[8])
{
#pragma clang fp contract(off)
    ck_eight columns[CK_DETRENDED_BOXES_COLUMNS];
    const size_t size = group->size;
    const double s = (double)size;
    size_t count = ck_detrended_boxes_load(group, 0, columns);
    const ck_eight origin = columns[1];
    ck_eight step = {0};
    for (size_t c = 0;;) {
        for (size_t j = c == 0; j < count; j++) {
            step += columns[j] - origin;
        }
        c += count;
        if (c >= size) {
            break;
        }
        count = ck_detrended_boxes_load(group, c, columns);
    }
    /* Rounding it adds a line to y, which leaves no residual. */
    const ck_eight slope = origin + step * (1 / (s - 1));

    ck_eight y = {0}, sum = {0}, moment = {0}, square = {0};
    ck_eight position = sum - 0.5 * (s - 1);
    for (size_t c = 0; c < size; c += CK_DETRENDED_BOXES_COLUMNS) {
        if (size > CK_DETRENDED_BOXES_COLUMNS) {
            count = ck_detrended_boxes_load(group, c, columns);
        }
        for (size_t j = c == 0; j < count; j++) {
            y += columns[j] - slope;
            position += 1;
            sum += y;
            moment += position * y;
            square += y * y;
        }
    }
    const double spread = s * (s * s - 1) / 12; /* sum of the squared positions */
    const ck_eight raw = square - sum * sum * (1 / s) - moment * moment * (1 / spread);
    for (size_t i = 0; i < 8; i++) {
        rest[i] = raw[i] < 0 ? 0 : raw[i]; /* and NaN stays NaN */
    }
}

/* The sums of squared residuals of `lanes` boxes, 1 ... 8, the first at x; the rest are 0. */
CK_INLINE void ck_detrended_boxes_lanes(const double *x, const double *end, size_t size,
                                        size_t lanes, double rest[8])
{
    ck_detrended_boxes_group group = {.end = end, .size = size};
    for (size_t i = 0; i < 8; i++) {
        group.row[i] = x + (i < lanes ? i : lanes - 1) * size;
    }
    ck_detrended_boxes_residuals(&group, rest);
    for (size_t i = lanes; i < 8; i++) {
        rest[i] = 0;
    }
}

CK_INLINE void ck_detrended_boxes_each_body(const double *restrict x, size_t n, size_t size,
                                            double *restrict boxes)
{
    const size_t count = n / size;
    for (size_t first = 0; first < count; first += 8) {
        const size_t lanes = count - first < 8 ? count - first : 8;
        double rest[8];
        ck_detrended_boxes_lanes(x + first * size, x + n, size, lanes, rest);
        for (size_t i = 0; i < lanes; i++) {
            boxes[first + i] = rest[i];
        }
    }
}

CK_INLINE double ck_detrended_boxes_sum(const double *restrict x, size_t n, size_t size)
{
    const size_t count = n / size;
    double total[8] = {0};
    double rest[8];
    size_t first = 0;
    for (; first + 8 <= count; first += 8) {
        ck_detrended_boxes_lanes(x + first * size, x + n, size, 8, rest);
        for (size_t i = 0; i < 8; i++) {
            total[i] += rest[i];
        }
    }
    if (first < count) {
        ck_detrended_boxes_lanes(x + first * size, x + n, size, count - first, rest);
        for (size_t i = 0; i < 8; i++) {
            total[i] += rest[i];
        }
    }
    return ((total[0] + total[4]) + (total[2] + total[6])) +
           ((total[1] + total[5]) + (total[3] + total[7]));
}

CK_INLINE void ck_detrended_boxes_sums_body(const double *restrict x, size_t n,
                                            const size_t *restrict sizes, size_t n_sizes,
                                            double *restrict sums)
{
    ck_detrended_boxes_short_sums(x, n, sizes, n_sizes, sums);
    for (size_t i = 0; i < n_sizes; i++) {
        if (sizes[i] > CK_DETRENDED_BOXES_SHORT) {
            sums[i] += ck_detrended_boxes_sum(x, n, sizes[i]);
        }
    }
}

/* The functions of one level. */
#define CK_DETRENDED_BOXES_VARIANT(TARGET, LEVEL)                                                  \
    TARGET void ck_detrended_boxes_sums_##LEVEL(const double *restrict x, size_t n,                \
                                                const size_t *restrict sizes, size_t n_sizes,      \
                                                double *restrict sums)                             \
    {                                                                                              \
        ck_detrended_boxes_sums_body(x, n, sizes, n_sizes, sums);                                  \
    }                                                                                              \
    TARGET void ck_detrended_boxes_each_##LEVEL(const double *restrict x, size_t n, size_t size,   \
                                                double *restrict boxes)                            \
    {                                                                                              \
        ck_detrended_boxes_each_body(x, n, size, boxes);                                           \
    }

#endif
