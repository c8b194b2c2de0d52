/* ck_fuzzy_entropy for AVX2. */
#include "ck_fuzzy_entropy_boxes_body.h"

#ifdef CK_AVX2

CK_FUZZY_ENTROPY_VARIANT(CK_AVX2, avx2)
CK_FUZZY_ENTROPY_BOXES_VARIANT(CK_AVX2, avx2)

#endif
