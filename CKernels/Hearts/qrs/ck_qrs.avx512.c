/* The loops of ck_qrs for AVX-512. */
#include "ck_qrs_loops_body.h"

#ifdef CK_AVX512

CK_QRS_VARIANT(CK_AVX512, avx512, 4)

#endif
