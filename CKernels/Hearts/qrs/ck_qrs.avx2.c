/* The vector loops of ck_qrs for AVX2. */
#include "ck_qrs_loops_body.h"

#if defined(__x86_64__)

CK_QRS_LOOPS(__attribute__((target("avx2,fma"))), 2, ck_qrs_loops_avx2)

#endif
