#include "ck_delay.h"

#include "ck_delay_body.h"

void ck_delay_distances(ck_cpu_level level, const double *restrict x, size_t n, size_t m,
                        size_t tau, size_t lag, double *restrict scratch, double *restrict out)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_delay_distances_avx512(x, n, m, tau, lag, scratch, out);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_delay_distances_avx2(x, n, m, tau, lag, scratch, out);
        return;
    }
#endif
    (void)level;
    ck_delay_body(x, n, m, tau, lag, scratch, out);
}
