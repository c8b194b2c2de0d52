/* ck_fuzzy_entropy for AVX-512. */
#include "ck_fuzzy_boxes_body.h"

#ifdef CK_AVX512

CK_FUZZY_VARIANT(CK_AVX512, avx512)
CK_FUZZY_BOXES_VARIANT(CK_AVX512, avx512)

#endif
