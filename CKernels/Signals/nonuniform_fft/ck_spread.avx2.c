#include "ck_spread_plan.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2,fma")))

TARGET void ck_spread_locate_avx2(const ck_spread *plan, const double *restrict t, size_t n,
                                  double origin, double rate, int *restrict cell,
                                  double *restrict place)
{
    locate_body(plan, t, n, origin, rate, cell, place);
}

TARGET void ck_spread_points_avx2(const ck_spread *plan, const int *restrict cell,
                                  const double *restrict place, const double *restrict y0,
                                  const double *restrict y1, size_t n, double *restrict field0,
                                  double *restrict field1)
{
    spread_body(plan, cell, place, y0, y1, n, field0, field1);
}

#endif
