/* ck_fuzzy_entropy for AVX-512. */
#include "ck_fuzzy_entropy_boxes_body.h"

#ifdef CK_AVX512

CK_FUZZY_ENTROPY_VARIANT(CK_AVX512, avx512)
CK_FUZZY_ENTROPY_BOXES_VARIANT(CK_AVX512, avx512)

#endif
