#include "ck_fuzzy_entropy.h"

#include "ck_fuzzy_entropy_boxes.h"
#include "ck_fuzzy_entropy_body.h"

CK_FUZZY_ENTROPY_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_fuzzy_entropy_pairs);

/* Stride with space for the eight templates from the last one on. */
static size_t stride_of(size_t count) { return (count + 2 * CK_FUZZY_ENTROPY_LANES - 1) / 8 * 8; }

/* Below this mean degree, what the boxes leave out of a pair could be seen. */
#define MIN_MEAN_DEGREE 1e-4

static int has_boxes(size_t count, size_t length)
{
    return count >= CK_FUZZY_ENTROPY_BOXES_MIN && (length == 2 || length == 3);
}

size_t ck_fuzzy_entropy_scratch_count(size_t count, size_t length)
{
    const size_t pairs = stride_of(count) * length + 1;
    const size_t boxes = has_boxes(count, length) ? ck_fuzzy_entropy_boxes_scratch_count(count) : 0;
    return boxes > pairs ? boxes : pairs;
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

double ck_fuzzy_entropy_plain(ck_cpu_level level, const double *restrict x,
                              const size_t *restrict starts, size_t count, size_t length,
                              double r, double *restrict scratch)
{
    const size_t stride = stride_of(count);
    centre(x, starts, count, length, r, stride, scratch);
    return CK_DISPATCH(level, ck_fuzzy_entropy_pairs, scratch, stride, count, length);
}

double ck_fuzzy_entropy(ck_cpu_level level, const double *restrict x,
                        const size_t *restrict starts, size_t count, size_t length, double r,
                        double *restrict scratch)
{
    if (has_boxes(count, length)) {
        const double sum = ck_fuzzy_entropy_boxes(level, x, starts, count, length, r, scratch);
        const double pairs = 0.5 * (double)count * (double)(count - 1);
        if (sum >= MIN_MEAN_DEGREE * pairs) {
            return sum;
        }
    }
    return ck_fuzzy_entropy_plain(level, x, starts, count, length, r, scratch);
}
