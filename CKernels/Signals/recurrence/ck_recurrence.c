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

CK_RECURRENCE_VARIANT(CK_PLAIN, plain, below)

CK_VARIANTS(ck_recurrence_lines);

void ck_recurrence_lines(ck_cpu_level level, const double *restrict d, size_t count,
                         double threshold, size_t *restrict lengths)
{
    CK_DISPATCH(level, ck_recurrence_lines, d, count, threshold, lengths);
}

void ck_recurrence_counts(const double *restrict d, size_t count, size_t *restrict counts)
{
    for (size_t j = 0; j < count; j++) {
        unsigned long long bits;
        __builtin_memcpy(&bits, d + j, sizeof bits);
        counts[bits >> 49]++;
    }
}
