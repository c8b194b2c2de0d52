/* A quantile of a few values, which are sorted in their own array. */
#include "ck_beat_tracker_state.h"

static void sort(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double value = x[i];
        size_t position = i;
        for (; position > 0 && x[position - 1] > value; position--)
            x[position] = x[position - 1];
        x[position] = value;
    }
}

double ck_beat_tracker_quantile(double *x, size_t n, double share)
{
    sort(x, n);
    const double position = share * (double)(n - 1);
    const size_t below = (size_t)position;
    const size_t above = below + 1 < n ? below + 1 : below;
    return x[below] + (position - (double)below) * (x[above] - x[below]);
}
