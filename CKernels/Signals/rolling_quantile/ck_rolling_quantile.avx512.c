/* The moving windows of ck_rolling_quantile for AVX-512. */
#include "ck_rolling_quantile_body.h"

#ifdef CK_AVX512

CK_ROLLING_QUANTILE_VARIANT(CK_AVX512, avx512)

#endif
