#include "ck_wide_fft_body.h"

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) void
ck_wide_fft_avx2(const ck_wide_fft *plan, const double *restrict x, size_t n_modes,
                 double *restrict spectrum, double *restrict scratch)
{
    forward_body(plan, x, n_modes, spectrum, scratch);
}

#endif
