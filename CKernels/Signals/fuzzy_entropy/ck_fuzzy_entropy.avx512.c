/* The sums of ck_fuzzy_entropy for AVX-512. */
#include "ck_fuzzy_boxes_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET double ck_fuzzy_avx512(const double *values, size_t stride, size_t count, size_t length)
{
    return ck_fuzzy_body(values, stride, count, length);
}

TARGET double ck_line_avx512(const ck_point *points, size_t count, const ck_boxes *boxes)
{
    return ck_line_body(points, count, boxes);
}

TARGET double ck_wedge_avx512(ck_point *points, ck_point *spare, size_t count,
                          const ck_boxes *boxes)
{
    return ck_wedge_body(points, spare, count, boxes);
}

#else

typedef int ck_fuzzy_entropy_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
