/* ck_delay for AVX-512. */
#include "ck_delay_body.h"

#ifdef CK_AVX512

CK_DELAY_VARIANT(CK_AVX512, avx512)

#endif
