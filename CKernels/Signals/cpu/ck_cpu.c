#include "ck_cpu.h"

ck_cpu_level ck_cpu_best(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        return CK_CPU_PLAIN;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        return CK_CPU_AVX512;
    }
    return CK_CPU_AVX2;
#else
    return CK_CPU_PLAIN;
#endif
}
