/* The sweeps of ck_fuzzy_entropy_boxes, compiled once for every instruction set. */
#ifndef CK_FUZZY_ENTROPY_BOXES_BODY_H
#define CK_FUZZY_ENTROPY_BOXES_BODY_H

#include "ck_fuzzy_entropy_body.h"

/* Terms of a box's sum. */
#define CK_BOX_TERMS 22
/* Width of a box over r; a multiple of a power of 2, so that centres are exact. */
#define CK_BOX_WIDTH 0.875
/* Boxes a target looks at, its own included: 7 beyond that, 6.1 r. */
#define CK_BOX_REACH 8
/* Templates that are compared pair by pair; more cost pairs, fewer cost sweeps. */
#define CK_LEAF 128

/* A template as the sums see it. */
typedef struct {
    double key;    /* its rank in the coordinate a sweep goes along; no two are equal */
    double offset; /* t, in the coordinate that decides the degree; over r */
    double weight; /* exp(-t^2) */
    size_t box;
} ck_point;

/* moments[n * stride + box]: sum of weight t^n / n! over the sources in the box. */
typedef struct {
    double *moments;
    size_t stride; /* boxes there are, and a reach */
} ck_boxes;

CK_INLINE void ck_clear_boxes(const ck_boxes *boxes, size_t first, size_t last)
{
    for (size_t n = 0; n < CK_BOX_TERMS; n++) {
        for (size_t box = first; box <= last; box++) {
            boxes->moments[n * boxes->stride + box] = 0;
        }
    }
}

/* 1 / n! */
static const double ck_inverse_factorials[CK_BOX_TERMS] = {
    1.0,
    1.0,
    1.0 / 2,
    1.0 / 6,
    1.0 / 24,
    1.0 / 120,
    1.0 / 720,
    1.0 / 5040,
    1.0 / 40320,
    1.0 / 362880,
    1.0 / 3628800,
    1.0 / 39916800,
    1.0 / 479001600,
    1.0 / 6227020800,
    1.0 / 87178291200,
    1.0 / 1307674368000,
    1.0 / 20922789888000,
    1.0 / 355687428096000,
    1.0 / 6402373705728000,
    1.0 / 121645100408832000,
    1.0 / 2432902008176640000,
    1.0 / 51090942171709440000.0,
};

CK_INLINE void ck_add_source(const ck_boxes *boxes, const ck_point *source)
{
#pragma clang fp contract(fast)
    double *const moments = boxes->moments + source->box;
    const double t = source->offset, square = t * t;
    double even = source->weight, odd = even * t;
#pragma clang loop unroll(full)
    for (size_t n = 0; n < CK_BOX_TERMS; n += 2) {
        moments[n * boxes->stride] += even * ck_inverse_factorials[n];
        moments[(n + 1) * boxes->stride] += odd * ck_inverse_factorials[n + 1];
        even *= square;
        odd *= square;
    }
}

/* *sum += the degrees of a target with all sources in its box and above, box by box in lanes. */
CK_INLINE void ck_add_target(const ck_boxes *boxes, const ck_point *target, ck_eight *sum)
{
#pragma clang fp contract(fast)
    const ck_eight lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const double *const moments = boxes->moments + target->box;
    const ck_eight u = lanes * CK_BOX_WIDTH - target->offset;
    const ck_eight z = -2 * u, square = z * z;
    const size_t stride = boxes->stride;
    ck_eight even = *(const ck_eight *)(moments + (CK_BOX_TERMS - 2) * stride);
    ck_eight odd = *(const ck_eight *)(moments + (CK_BOX_TERMS - 1) * stride);
#pragma clang loop unroll(full)
    for (size_t n = CK_BOX_TERMS - 2; n > 0; n -= 2) {
        even = even * square + *(const ck_eight *)(moments + (n - 2) * stride);
        odd = odd * square + *(const ck_eight *)(moments + (n - 1) * stride);
    }
    const ck_eight distance = __builtin_elementwise_abs(u);
    ck_eight degrees;
    ck_gaussian(&distance, &degrees);
    *sum += degrees * (odd * z + even);
}

CK_INLINE double ck_sum_of_lanes(const ck_eight *lanes)
{
    const ck_eight v = *lanes;
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/* Templates of two values: points descend in what decides, so all before are sources above. */
CK_INLINE double ck_fuzzy_entropy_line_body(const ck_point *points, size_t count,
                                            const ck_boxes *boxes)
{
    ck_eight sum = {0};
    ck_clear_boxes(boxes, 0, boxes->stride - 1);
    for (size_t i = 0; i < count; i++) {
        ck_add_target(boxes, points + i, &sum);
        ck_add_source(boxes, points + i);
    }
    return ck_sum_of_lanes(&sum);
}

/* A leaf, and space for whole vectors: keys, and positions in what decides the degree. */
typedef struct {
    double keys[CK_LEAF + 8], positions[CK_LEAF + 8];
    size_t count;
} ck_leaf;

CK_INLINE void ck_open_leaf(const ck_point *points, size_t count, ck_leaf *leaf)
{
    leaf->count = count;
    for (size_t i = 0; i < count; i++) {
        const double boxes = (double)points[i].box - (double)points[0].box;
        leaf->keys[i] = points[i].key;
        leaf->positions[i] = boxes * CK_BOX_WIDTH + points[i].offset;
    }
    for (size_t i = count; i < count + 8; i++) {
        leaf->keys[i] = __builtin_inf();
        leaf->positions[i] = 0;
    }
}

/* The degrees of the pairs whose keys ascend. */
CK_INLINE double ck_sum_leaf(const ck_leaf *leaf)
{
    double earlier[CK_LEAF + 8]; /* keys, but of what has not come yet above all */
    for (size_t i = 0; i < leaf->count + 8; i++) {
        earlier[i] = __builtin_inf();
    }
    ck_eight sum = {0};
    for (size_t i = 0; i < leaf->count; i++) {
        for (size_t j = 0; j < i; j += 8) {
            const ck_eight difference = *(const ck_eight *)(leaf->positions + j) - leaf->positions[i];
            const ck_eight distance = __builtin_elementwise_abs(difference);
            const ck_eight_bits is_below = *(const ck_eight *)(earlier + j) < leaf->keys[i];
            ck_eight degrees;
            ck_gaussian(&distance, &degrees);
            sum += (ck_eight)((ck_eight_bits)degrees & is_below);
        }
        earlier[i] = leaf->keys[i];
    }
    return ck_sum_of_lanes(&sum);
}

CK_INLINE void ck_sort_leaf(const ck_leaf *leaf, const ck_point *points, ck_point *sorted)
{
    for (size_t i = 0; i < leaf->count; i++) {
        ck_eight_bits below = {0};
        for (size_t j = 0; j < leaf->count; j += 8) {
            below -= *(const ck_eight *)(leaf->keys + j) < leaf->keys[i];
        }
        const long long rank = ((below[0] + below[4]) + (below[2] + below[6])) +
                               ((below[1] + below[5]) + (below[3] + below[7]));
        sorted[rank] = points[i];
    }
}

/* Pairs of one point of each half, the left one's key below; both halves ascend in the key and are
 * merged into `merged`. */
CK_INLINE double ck_merge(const ck_point *left, size_t n_left, const ck_point *right,
                          size_t n_right, ck_point *merged, const ck_boxes *boxes)
{
    size_t first = left[0].box, last = first;
    for (size_t i = 1; i < n_left; i++) {
        first = left[i].box < first ? left[i].box : first;
        last = left[i].box > last ? left[i].box : last;
    }
    ck_eight sum = {0};
    size_t i = 0, j = 0;
    while (j < n_right) {
        if (i < n_left && left[i].key < right[j].key) {
            ck_add_source(boxes, left + i);
            *merged++ = left[i++];
        } else {
            ck_add_target(boxes, right + j, &sum);
            *merged++ = right[j++];
        }
    }
    while (i < n_left) {
        *merged++ = left[i++];
    }
    ck_clear_boxes(boxes, first, last);
    return ck_sum_of_lanes(&sum);
}

/* Templates of three values, one of the three sets: points ascend in one coordinate, keys are the
 * ranks in another, and boxes are those of the third. Overwrites both arrays. */
CK_INLINE double ck_fuzzy_entropy_wedge_body(ck_point *points, ck_point *spare, size_t count,
                                             const ck_boxes *boxes)
{
    double sum = 0;
    ck_clear_boxes(boxes, 0, boxes->stride - 1);
    for (size_t begin = 0; begin < count; begin += CK_LEAF) {
        const size_t left = count - begin;
        ck_leaf leaf;
        ck_open_leaf(points + begin, left < CK_LEAF ? left : CK_LEAF, &leaf);
        sum += ck_sum_leaf(&leaf);
        ck_sort_leaf(&leaf, points + begin, spare + begin);
    }
    for (size_t half = CK_LEAF; half < count; half *= 2) {
        ck_point *const from = spare, *const to = points;
        for (size_t begin = 0; begin < count; begin += 2 * half) {
            const size_t left = count - begin, n_left = left < half ? left : half;
            const size_t n_right = left - n_left < half ? left - n_left : half;
            const ck_point *const right = from + begin + n_left;
            sum += ck_merge(from + begin, n_left, right, n_right, to + begin, boxes);
        }
        spare = to;
        points = from;
    }
    return sum;
}

/* The functions of one level. */
#define CK_FUZZY_ENTROPY_BOXES_VARIANT(TARGET, LEVEL)                                              \
    TARGET double ck_fuzzy_entropy_line_##LEVEL(const ck_point *points, size_t count,              \
                                                const ck_boxes *boxes)                             \
    {                                                                                              \
        return ck_fuzzy_entropy_line_body(points, count, boxes);                                   \
    }                                                                                              \
    TARGET double ck_fuzzy_entropy_wedge_##LEVEL(ck_point *points, ck_point *spare, size_t count,  \
                                                 const ck_boxes *boxes)                            \
    {                                                                                              \
        return ck_fuzzy_entropy_wedge_body(points, spare, count, boxes);                           \
    }

#endif
