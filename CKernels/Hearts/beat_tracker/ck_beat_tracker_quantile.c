/* A quantile of a few values, which are sorted in their own array. */
#include "ck_beat_tracker_state.h"

static void sort(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double value = x[i];
        size_t place = i;
        for (; place > 0 && x[place - 1] > value; place--)
            x[place] = x[place - 1];
        x[place] = value;
    }
}

double ck_beat_tracker_quantile(double *x, size_t n, double share)
{
    sort(x, n);
    const double place = share * (double)(n - 1);
    const size_t below = (size_t)place;
    const size_t above = below + 1 < n ? below + 1 : below;
    return x[below] + (place - (double)below) * (x[above] - x[below]);
}
