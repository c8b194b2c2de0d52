/* The body of ck_delay, compiled once for every instruction set. */
#ifndef CK_DELAY_BODY_H
#define CK_DELAY_BODY_H

#include "ck_delay.h"
#include "ck_lanes.h"

/* Out of (1) for as many neighbouring j as a vector has lanes, or for one. */
#define CK_DELAY_SUM(type, j)                                                                      \
    type sum = *(const type *)(scratch + (j));                                                     \
    for (size_t i = 1; i < m; i++) {                                                               \
        sum += *(const type *)(scratch + (j) + i * tau);                                           \
    }                                                                                              \
    *(type *)(out + (j)) = sum

CK_INLINE void ck_delay_body(const double *restrict x, size_t n, size_t m, size_t tau, size_t lag,
                             double *restrict scratch, double *restrict out)
{
    for (size_t j = 0; j + lag < n; j++) {
        const double difference = x[j] - x[j + lag];
        scratch[j] = difference * difference;
    }
    const size_t count = n - (m - 1) * tau - lag;
    size_t j = 0;
    for (; j + 8 <= count; j += 8) {
        CK_DELAY_SUM(ck_eight, j);
    }
    for (; j < count; j++) {
        CK_DELAY_SUM(double, j);
    }
}

/* The function of one level. */
#define CK_DELAY_VARIANT(TARGET, LEVEL)                                                            \
    TARGET void ck_delay_distances_##LEVEL(const double *restrict x, size_t n, size_t m,           \
                                           size_t tau, size_t lag, double *restrict scratch,       \
                                           double *restrict out)                                   \
    {                                                                                              \
        ck_delay_body(x, n, m, tau, lag, scratch, out);                                            \
    }

#endif
