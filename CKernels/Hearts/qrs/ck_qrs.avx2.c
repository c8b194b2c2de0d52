/* The loops of ck_qrs for AVX2. */
#include "ck_qrs_loops_body.h"

#ifdef CK_AVX2

CK_QRS_VARIANT(CK_AVX2, avx2, 2)

#endif
