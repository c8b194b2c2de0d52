#include "ck_pair_fft.h"

#include "ck_complex_fft.h"
#include "ck_platform.h"

struct ck_pair_fft {
    size_t length;
    ck_complex_fft *transform;
};

ck_status ck_pair_fft_create(size_t n, ck_pair_fft **plan) {
    const size_t max_size = (size_t)1 << 30;
    *plan = NULL;
    if (n == 0 || n > max_size) return CK_BAD_ARGUMENT;
    ck_pair_fft *made = ck_allocate(sizeof *made);
    if (!made) return CK_OUT_OF_MEMORY;

    *made = (ck_pair_fft){.length = n};
    const ck_status status = ck_complex_fft_create(n, &made->transform);
    if (status == CK_OK)
        *plan = made;
    else
        ck_pair_fft_destroy(made);
    return status;
}

void ck_pair_fft_destroy(ck_pair_fft *plan) {
    if (!plan) return;
    ck_complex_fft_destroy(plan->transform);
    ck_free(plan);
}

size_t ck_pair_fft_scratch_count(const ck_pair_fft *plan) {
    return 4 * ck_complex_fft_capacity(plan->transform);
}

void ck_pair_fft_forward(const ck_pair_fft *plan, const double *restrict z,
                         double *restrict spectrum, double *restrict scratch) {
    const size_t n = plan->length, capacity = ck_complex_fft_capacity(plan->transform);
    const ck_split data = {scratch, scratch + capacity};
    const ck_split work = {scratch + 2 * capacity, scratch + 3 * capacity};
    ck_split_from_pairs(n, z, data.re, data.im);
    const ck_split sums = ck_complex_fft_run(plan->transform, data, work);
    ck_pairs_from_split(n, sums.re, sums.im, spectrum);
}
