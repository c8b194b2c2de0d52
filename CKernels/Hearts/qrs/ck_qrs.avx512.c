/* The vector loops of ck_qrs for AVX-512. */
#include "ck_qrs_loops_body.h"

#if defined(__x86_64__)

CK_QRS_LOOPS(__attribute__((target("avx512f,avx512dq,avx512vl,fma"))), 4, ck_qrs_loops_avx512)

#endif
