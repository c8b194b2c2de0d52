#include "ck_welch.h"

#include "ck_welch_body.h"

CK_WELCH_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_welch_taper);
CK_VARIANTS(ck_welch_taper_pair);
CK_VARIANTS(ck_welch_add_squares);

void ck_welch_taper(ck_cpu_level level, const double *restrict x, const double *restrict w,
                    size_t n, double *restrict out)
{
    CK_DISPATCH(level, ck_welch_taper, x, w, n, out);
}

void ck_welch_taper_pair(ck_cpu_level level, const double *x, const double *y,
                         const double *restrict w, size_t n, double *restrict z)
{
    CK_DISPATCH(level, ck_welch_taper_pair, x, y, w, n, z);
}

void ck_welch_add_squares(ck_cpu_level level, const double *restrict v, size_t n,
                          double *restrict sums)
{
    CK_DISPATCH(level, ck_welch_add_squares, v, n, sums);
}
