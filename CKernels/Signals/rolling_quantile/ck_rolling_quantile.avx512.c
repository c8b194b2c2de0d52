/* The moving windows of ck_rolling_quantile for AVX-512. */
#include "ck_rolling_quantile_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET void ck_rolling_lanes_avx512(ck_rolling_pieces pieces, const double *restrict shares,
                                size_t n_shares, double *restrict out, double *restrict scratch)
{
    ck_rolling_lanes_body(pieces, shares, n_shares, out, scratch);
}

#endif
