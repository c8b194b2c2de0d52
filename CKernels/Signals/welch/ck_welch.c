#include "ck_welch.h"

#include "ck_welch_body.h"

void ck_welch_taper(ck_cpu_level level, const double *restrict x, const double *restrict w,
                    size_t n, double *restrict out)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_welch_taper_avx512(x, w, n, out);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_welch_taper_avx2(x, w, n, out);
        return;
    }
#endif
    (void)level;
    ck_welch_taper_body(x, w, n, out);
}

void ck_welch_taper_pair(ck_cpu_level level, const double *x, const double *y,
                         const double *restrict w, size_t n, double *restrict z)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_welch_taper_pair_avx512(x, y, w, n, z);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_welch_taper_pair_avx2(x, y, w, n, z);
        return;
    }
#endif
    (void)level;
    ck_welch_taper_pair_body(x, y, w, n, z);
}

void ck_welch_add_squares(ck_cpu_level level, const double *restrict v, size_t n,
                          double *restrict sums)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_welch_add_squares_avx512(v, n, sums);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_welch_add_squares_avx2(v, n, sums);
        return;
    }
#endif
    (void)level;
    ck_welch_add_squares_body(v, n, sums);
}
