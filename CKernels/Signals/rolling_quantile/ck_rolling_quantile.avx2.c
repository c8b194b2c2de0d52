/* The moving windows of ck_rolling_quantile for AVX2. */
#include "ck_rolling_quantile_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2,fma")))

TARGET void ck_rolling_lanes_avx2(ck_rolling_pieces pieces, const double *restrict shares,
                                size_t n_shares, double *restrict out, double *restrict scratch)
{
    ck_rolling_lanes_body(pieces, shares, n_shares, out, scratch);
}

#endif
