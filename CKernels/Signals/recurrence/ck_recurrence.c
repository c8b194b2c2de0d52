#include "ck_recurrence.h"

#include "ck_recurrence_body.h"

static unsigned long long below(const double *d, double threshold)
{
    unsigned long long word = 0;
    for (unsigned j = 0; j < CK_RECURRENCE_WORD; j++) {
        word |= (unsigned long long)(d[j] <= threshold) << j;
    }
    return word;
}

void ck_recurrence_lines(ck_cpu_level level, const double *restrict d, size_t count,
                         double threshold, size_t *restrict lengths)
{
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        ck_lines_avx512(d, count, threshold, lengths);
        return;
    }
    if (level == CK_CPU_AVX2) {
        ck_lines_avx2(d, count, threshold, lengths);
        return;
    }
#endif
    (void)level;
    ck_lines_body(d, count, threshold, lengths, below);
}

void ck_recurrence_counts(const double *restrict d, size_t count, size_t *restrict counts)
{
    for (size_t j = 0; j < count; j++) {
        unsigned long long bits;
        __builtin_memcpy(&bits, d + j, sizeof bits);
        counts[bits >> 49]++;
    }
}
