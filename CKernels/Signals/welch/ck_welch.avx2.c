/* ck_welch for AVX2. */
#include "ck_welch_body.h"

#ifdef CK_AVX2

CK_WELCH_VARIANT(CK_AVX2, avx2)

#endif
