/* The moving windows of ck_rolling_quantile for AVX2. */
#include "ck_rolling_quantile_body.h"

#ifdef CK_AVX2

CK_ROLLING_QUANTILE_VARIANT(CK_AVX2, avx2)

#endif
