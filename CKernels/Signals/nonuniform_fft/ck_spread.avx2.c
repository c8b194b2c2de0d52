/* ck_spread for AVX2. */
#include "ck_spread_plan.h"

#ifdef CK_AVX2

CK_SPREAD_LOCATE_VARIANT(CK_AVX2, avx2)
CK_SPREAD_POINTS_VARIANT(CK_AVX2, avx2)

#endif
