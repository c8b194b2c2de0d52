#include "ck_rolling_quantile.h"

#include "ck_rolling_quantile_body.h"

/* Pieces shorter than this many windows would spend more on their beginnings than lanes save. */
#define WINDOWS_A_PIECE 2

size_t ck_rolling_quantile_scratch_count(size_t half_width)
{
    return CK_ROLLING_QUANTILE_LANES * (2 * half_width + 2);
}

/* How many of sorted[count] are below the value. */
static size_t rank_of(const double *sorted, size_t count, double value)
{
    size_t low = 0;
    while (count > 0) {
        const size_t half = count / 2;
        const int is_above = sorted[low + half] < value;
        low += is_above ? half + 1 : 0;
        count = is_above ? count - half - 1 : half;
    }
    return low;
}

static void insert(double *sorted, size_t count, double value)
{
    const size_t rank = rank_of(sorted, count, value);
    __builtin_memmove(sorted + rank + 1, sorted + rank, (count - rank) * sizeof(double));
    sorted[rank] = value;
}

static void remove_value(double *sorted, size_t count, double value)
{
    const size_t rank = rank_of(sorted, count, value);
    /* Only a NaN is not found; it takes another value with it, but nothing beyond the window. */
    if (rank < count) {
        __builtin_memmove(sorted + rank, sorted + rank + 1, (count - rank - 1) * sizeof(double));
    }
}

static double quantile(const double *sorted, size_t count, double share)
{
#pragma clang fp contract(off)
    const double position = (double)(count - 1) * share;
    const size_t low = (size_t)position;
    const size_t high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (position - (double)low) * (sorted[high] - sorted[low]);
}

/* The results for from ... to - 1. */
static void plain_range(const double *restrict x, size_t n, size_t half_width, size_t from,
                        size_t to, const double *restrict shares, size_t n_shares,
                        double *restrict out, double *restrict sorted)
{
    size_t begin = from > half_width ? from - half_width : 0;
    size_t end = begin;
    for (size_t i = from; i < to; i++) {
        if (i > half_width + begin) {
            remove_value(sorted, end - begin, x[begin]);
            begin++;
        }
        while (end < n && end <= i + half_width) {
            insert(sorted, end - begin, x[end]);
            end++;
        }
        for (size_t s = 0; s < n_shares; s++) {
            out[s * n + i] = quantile(sorted, end - begin, shares[s]);
        }
    }
}

void ck_rolling_quantile_plain(const double *restrict x, size_t n, size_t half_width,
                               const double *restrict shares, size_t n_shares,
                               double *restrict out, double *restrict scratch)
{
    plain_range(x, n, half_width, 0, n, shares, n_shares, out, scratch);
}

CK_ROLLING_QUANTILE_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_rolling_quantile_lanes);

void ck_rolling_quantile(ck_cpu_level level, const double *restrict x, size_t n, size_t half_width,
                         const double *restrict shares, size_t n_shares, double *restrict out,
                         double *restrict scratch)
{
    const size_t window = 2 * half_width + 1;
    const size_t piece = n > window ? (n - 2 * half_width) / CK_ROLLING_QUANTILE_LANES : 0;
    if (piece < WINDOWS_A_PIECE * window) {
        ck_rolling_quantile_plain(x, n, half_width, shares, n_shares, out, scratch);
        return;
    }
    const size_t end = half_width + CK_ROLLING_QUANTILE_LANES * piece;
    plain_range(x, n, half_width, 0, half_width, shares, n_shares, out, scratch);
    const ck_rolling_quantile_pieces pieces = {x, n, half_width, half_width, piece};
    CK_DISPATCH(level, ck_rolling_quantile_lanes, pieces, shares, n_shares, out, scratch);
    plain_range(x, n, half_width, end, n, shares, n_shares, out, scratch);
}
