#include "ck_dfa.h"

#include "ck_dfa_body.h"

void ck_dfa_sums(ck_cpu_level level, const double *restrict x, size_t n,
                 const size_t *restrict sizes, size_t n_sizes, double *restrict sums)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_dfa_sums_avx512(x, n, sizes, n_sizes, sums);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_dfa_sums_avx2(x, n, sizes, n_sizes, sums);
        return;
    }
#endif
    (void)level;
    ck_dfa_sums_body(x, n, sizes, n_sizes, sums);
}

void ck_dfa_boxes(ck_cpu_level level, const double *restrict x, size_t n, size_t size,
                  double *restrict boxes)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_dfa_boxes_avx512(x, n, size, boxes);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_dfa_boxes_avx2(x, n, size, boxes);
        return;
    }
#endif
    (void)level;
    ck_dfa_boxes_body(x, n, size, boxes);
}
