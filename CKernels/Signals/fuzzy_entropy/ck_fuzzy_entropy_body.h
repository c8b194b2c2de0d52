/* The sum of ck_fuzzy_entropy, compiled once for every instruction set. */
#ifndef CK_FUZZY_ENTROPY_BODY_H
#define CK_FUZZY_ENTROPY_BODY_H

#include "ck_fuzzy_entropy.h"
#include "ck_lanes.h"

typedef long long ck_eight_bits __attribute__((vector_size(64), aligned(8)));

/* Templates a lane group reads beyond the last one. */
#define CK_FUZZY_ENTROPY_LANES 8

/* Vectors go by address, and away with inlining: by value they would need a calling convention. */

/* *degrees = exp(-y^2), y = *distance >= 0: 2^k exp(f), |f| <= log(2) / 2, with k held in the low
 * bits of a number so large that its units are whole; exp(f) by its series, whose next term is
 * below 1e-17. */
CK_INLINE void ck_gaussian(const ck_eight *distance, ck_eight *degrees)
{
#pragma clang fp contract(fast)
    const double big = 0x1.8p52, log_of_2_high = 0x1.62e42fee00000p-1;
    const double log_of_2_low = 0x1.a39ef35793c76p-33, log2_of_e = 0x1.71547652b82fep0;
    /* A longer distance than any that leaves a normal number: keeps the exponent in its field. */
    const ck_eight furthest = (ck_eight){0} + 26;
    const ck_eight y = __builtin_elementwise_min(*distance, furthest);
    const ck_eight z = -(y * y);
    const ck_eight shifted = z * log2_of_e + big;
    const ck_eight k = shifted - big;
    const ck_eight f = (z - k * log_of_2_high) - k * log_of_2_low;
    ck_eight sum = f * (1.0 / 6227020800) + 1.0 / 479001600;
    sum = sum * f + 1.0 / 39916800;
    sum = sum * f + 1.0 / 3628800;
    sum = sum * f + 1.0 / 362880;
    sum = sum * f + 1.0 / 40320;
    sum = sum * f + 1.0 / 5040;
    sum = sum * f + 1.0 / 720;
    sum = sum * f + 1.0 / 120;
    sum = sum * f + 1.0 / 24;
    sum = sum * f + 1.0 / 6;
    sum = sum * f + 0.5;
    sum = sum * f + 1.0;
    sum = sum * f + 1.0;
    *degrees = (ck_eight)((ck_eight_bits)sum + ((ck_eight_bits)shifted << 52));
}

/* *degrees of template i with the eight from j on; values[k stride + i] is the k-th of template i,
 * less its mean and over r. */
CK_INLINE void ck_degrees(const double *values, size_t stride, size_t length, size_t i, size_t j,
                          ck_eight *degrees)
{
    ck_eight widest = {0};
    for (size_t k = 0; k < length; k++) {
        const double *const row = values + k * stride;
        const ck_eight difference = *(const ck_eight *)(row + j) - row[i];
        const ck_eight distance = __builtin_elementwise_abs(difference);
        widest = __builtin_elementwise_max(widest, distance);
    }
    ck_gaussian(&widest, degrees);
}

CK_INLINE double ck_fuzzy_entropy_row(const double *values, size_t stride, size_t length, size_t i,
                                      size_t count)
{
    ck_eight sum = {0}, other = {0};
    size_t j = i + 1;
    for (; j + 2 * CK_FUZZY_ENTROPY_LANES <= count; j += 2 * CK_FUZZY_ENTROPY_LANES) {
        ck_eight here, next;
        ck_degrees(values, stride, length, i, j, &here);
        ck_degrees(values, stride, length, i, j + CK_FUZZY_ENTROPY_LANES, &next);
        sum += here;
        other += next;
    }
    sum += other;
    double row = ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
    for (; j < count; j += CK_FUZZY_ENTROPY_LANES) {
        ck_eight last;
        ck_degrees(values, stride, length, i, j, &last);
        for (size_t lane = 0; lane < CK_FUZZY_ENTROPY_LANES && j + lane < count; lane++) {
            row += last[lane];
        }
    }
    return row;
}

/* values[length stride], the rows at a stride of `stride`, to which zeros pad them. */
CK_INLINE double ck_fuzzy_entropy_pairs_body(const double *values, size_t stride, size_t count,
                                             size_t length)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        /* The usual lengths separately, so that the compiler sees how many values there are. */
        sum += length == 2   ? ck_fuzzy_entropy_row(values, stride, 2, i, count)
               : length == 3 ? ck_fuzzy_entropy_row(values, stride, 3, i, count)
                             : ck_fuzzy_entropy_row(values, stride, length, i, count);
    }
    return sum;
}

/* The function of one level. */
#define CK_FUZZY_ENTROPY_VARIANT(TARGET, LEVEL)                                                    \
    TARGET double ck_fuzzy_entropy_pairs_##LEVEL(const double *values, size_t stride, size_t count,\
                                                 size_t length)                                    \
    {                                                                                              \
        return ck_fuzzy_entropy_pairs_body(values, stride, count, length);                         \
    }

#endif
