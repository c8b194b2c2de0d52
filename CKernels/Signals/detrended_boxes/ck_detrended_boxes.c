#include "ck_detrended_boxes.h"

#include "ck_detrended_boxes_body.h"

CK_DETRENDED_BOXES_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_detrended_boxes_sums);
CK_VARIANTS(ck_detrended_boxes_each);

void ck_detrended_boxes_sums(ck_cpu_level level, const double *restrict x, size_t n,
                             const size_t *restrict sizes, size_t n_sizes, double *restrict sums)
{
    CK_DISPATCH(level, ck_detrended_boxes_sums, x, n, sizes, n_sizes, sums);
}

void ck_detrended_boxes_each(ck_cpu_level level, const double *restrict x, size_t n, size_t size,
                             double *restrict boxes)
{
    CK_DISPATCH(level, ck_detrended_boxes_each, x, n, size, boxes);
}
