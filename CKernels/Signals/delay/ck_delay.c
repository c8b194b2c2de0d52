#include "ck_delay.h"

#include "ck_delay_body.h"

CK_DELAY_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_delay_distances);

void ck_delay_distances(ck_cpu_level level, const double *restrict x, size_t n, size_t m,
                        size_t tau, size_t lag, double *restrict scratch, double *restrict out)
{
    CK_DISPATCH(level, ck_delay_distances, x, n, m, tau, lag, scratch, out);
}
