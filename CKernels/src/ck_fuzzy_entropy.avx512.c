/* The sum of ck_fuzzy_entropy for AVX-512. */
#include "ck_fuzzy_entropy_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET double ck_fuzzy_avx512(const double *values, size_t stride, size_t count, size_t length)
{
    return ck_fuzzy_body(values, stride, count, length);
}

#else

typedef int ck_fuzzy_entropy_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
