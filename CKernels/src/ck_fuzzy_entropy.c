#include "ck_fuzzy_entropy.h"

#include "ck_fuzzy_entropy_body.h"

/* Room for the eight templates from the last one on. */
static size_t stride_of(size_t count) { return (count + 2 * CK_FUZZY_LANES - 1) / 8 * 8; }

size_t ck_fuzzy_entropy_scratch_count(size_t count, size_t length)
{
    return stride_of(count) * length + 1;
}

/* Templates less their means, in units of r, the k-th values of all in row k. */
static void centre(const double *x, const size_t *starts, size_t count, size_t length, double r,
                   size_t stride, double *values)
{
    for (size_t i = 0; i < count; i++) {
        const double *const template = x + starts[i];
        double sum = 0;
        for (size_t k = 0; k < length; k++) {
            sum += template[k] - template[0];
        }
        const double mean = template[0] + sum / (double)length;
        for (size_t k = 0; k < length; k++) {
            values[k * stride + i] = (template[k] - mean) / r;
        }
    }
    for (size_t k = 0; k < length; k++) {
        for (size_t i = count; i < stride; i++) {
            values[k * stride + i] = 0;
        }
    }
}

double ck_fuzzy_entropy(ck_cpu_level level, const double *restrict x,
                        const size_t *restrict starts, size_t count, size_t length, double r,
                        double *restrict scratch)
{
    const size_t stride = stride_of(count);
    centre(x, starts, count, length, r, stride, scratch);
#if defined(__x86_64__)
    if (level == CK_CPU_AVX512) {
        return ck_fuzzy_avx512(scratch, stride, count, length);
    }
    if (level == CK_CPU_AVX2) {
        return ck_fuzzy_avx2(scratch, stride, count, length);
    }
#endif
    (void)level;
    return ck_fuzzy_body(scratch, stride, count, length);
}
