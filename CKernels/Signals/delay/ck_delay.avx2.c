/* ck_delay for AVX2. */
#include "ck_delay_body.h"

#ifdef CK_AVX2

CK_DELAY_VARIANT(CK_AVX2, avx2)

#endif
