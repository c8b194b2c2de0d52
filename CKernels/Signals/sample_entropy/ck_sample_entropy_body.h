/* The loops of ck_sample_entropy over pairs, compiled once for every instruction set. */
#ifndef CK_SAMPLE_ENTROPY_BODY_H
#define CK_SAMPLE_ENTROPY_BODY_H

#include "ck_platform.h"
#include "ck_sample_entropy.h"
#include "ck_sample_entropy_table.h"
#include "ck_variants.h"

/* Values of a series that are compared at once along a diagonal. */
#define CK_WORD 64

/* Bit j: whether |a[j] - b[j]| <= r, j = 0 ... 63. */
typedef unsigned long long ck_near_word(const double *a, const double *b, double r);

/* Input of the diagonals: the values and, behind them, at least 3 words of NaN; bit j of starts
 * states whether a template begins at j, at least 3 words more. */
typedef struct {
    const double *x;
    const unsigned long long *starts;
    size_t n, m;
    double r;
} ck_sample_entropy_series;

/* 64 bits from any index on. */
CK_INLINE unsigned long long ck_bits_from(const unsigned long long *bits, size_t index)
{
    const size_t word = index / 64, shift = index % 64;
    return bits[word] >> shift | bits[word + 1] << 1 << (63 - shift);
}

/* Pairs of templates whose beginnings are `lag` values from each other. */
CK_INLINE ck_sample_entropy_pairs ck_diagonal(const ck_sample_entropy_series *series, size_t lag,
                                              ck_near_word near)
{
    const double *const x = series->x;
    const size_t n = series->n - lag, m = series->m;
    ck_sample_entropy_pairs pairs = {0, 0};
    unsigned long long next = near(x, x + lag, series->r);
    for (size_t j = 0; j + m < n; j += CK_WORD) {
        const unsigned long long here = next;
        const size_t after = j + CK_WORD;
        next = after < n ? near(x + after, x + after + lag, series->r) : 0;
        unsigned long long alike = here & series->starts[j / CK_WORD];
        alike &= ck_bits_from(series->starts, j + lag);
        for (size_t k = 1; k < m; k++) {
            alike &= here >> k | next << (64 - k);
        }
        pairs.shorter += (unsigned long long)__builtin_popcountll(alike);
        alike &= here >> m | next << (64 - m);
        pairs.longer += (unsigned long long)__builtin_popcountll(alike);
    }
    return pairs;
}

CK_INLINE ck_sample_entropy_pairs
ck_sample_entropy_diagonals_body(const ck_sample_entropy_series *series, ck_near_word near)
{
    ck_sample_entropy_pairs pairs = {0, 0};
    for (size_t lag = 1; lag + series->m < series->n; lag++) {
        const ck_sample_entropy_pairs more = ck_diagonal(series, lag, near);
        pairs.shorter += more.shorter;
        pairs.longer += more.longer;
    }
    return pairs;
}

/* Ranks within low ... low + width. */
typedef struct {
    unsigned low, width;
} ck_ranks;

/* Templates from ... to - 1 of the table. */
typedef struct {
    size_t from, to;
} ck_range;

CK_INLINE ck_ranks ck_ranks_near(const ck_sample_entropy_table *table, size_t i, size_t k)
{
    const unsigned rank = table->values[k][i];
    const ck_ranks ranks = {table->low[rank], table->high[rank] - table->low[rank]};
    return ranks;
}

/* How many of ranks[from ... to - 1] lie within. */
CK_INLINE unsigned ck_count_within(const unsigned *restrict ranks, ck_range range,
                                   ck_ranks within)
{
    unsigned count = 0;
#pragma clang loop vectorize(enable) interleave_count(4)
    for (size_t j = range.from; j < range.to; j++) {
        count += ranks[j] - within.low <= within.width;
    }
    return count;
}

/* Numbers of templates of a range that match template i, in their first `length` - 1 and `length`
 * values; all match in the second, and in the first unless it must be looked at. */
typedef struct {
    unsigned shorter, longer;
} ck_row;

/* ... of three values: the case that matters. */
CK_INLINE ck_row ck_row_of_three(const ck_sample_entropy_table *table, size_t i,
                                 ck_range range, int look_at_first)
{
    const ck_ranks third = ck_ranks_near(table, i, 2);
    if (!look_at_first) {
        const ck_row row = {(unsigned)(range.to - range.from),
                            ck_count_within(table->values[2], range, third)};
        return row;
    }
    const ck_ranks first = ck_ranks_near(table, i, 0);
    const unsigned *const a = table->values[0], *const c = table->values[2];
    unsigned shorter = 0, longer = 0;
#pragma clang loop vectorize(enable) interleave_count(4)
    for (size_t j = range.from; j < range.to; j++) {
        const unsigned match = a[j] - first.low <= first.width;
        shorter += match;
        longer += match & (c[j] - third.low <= third.width);
    }
    const ck_row row = {shorter, longer};
    return row;
}

#define CK_PIECE 256

CK_INLINE unsigned ck_keep_within(const unsigned *restrict ranks, size_t count,
                                  ck_ranks within, unsigned *restrict alike)
{
    unsigned sum = 0;
#pragma clang loop vectorize(enable) interleave_count(2)
    for (size_t j = 0; j < count; j++) {
        alike[j] &= ranks[j] - within.low <= within.width;
        sum += alike[j];
    }
    return sum;
}

/* ... of any length, a piece of the range at a time. */
CK_INLINE ck_row ck_row_of_any(const ck_sample_entropy_table *table, size_t i,
                               ck_range range, int look_at_first)
{
    ck_row row = {0, 0};
    for (size_t from = range.from; from < range.to; from += CK_PIECE) {
        const size_t left = range.to - from, count = left < CK_PIECE ? left : CK_PIECE;
        unsigned alike[CK_PIECE];
        for (size_t j = 0; j < count; j++) {
            alike[j] = 1;
        }
        unsigned sum = (unsigned)count, before = sum;
        for (size_t k = look_at_first ? 0 : 2; k < table->length; k += k == 0 ? 2 : 1) {
            before = k + 1 == table->length ? sum : before;
            sum = ck_keep_within(table->values[k] + from, count, ck_ranks_near(table, i, k), alike);
        }
        row.shorter += before;
        row.longer += sum;
    }
    return row;
}

CK_INLINE int ck_is_stopped(const ck_sample_entropy_table *table)
{
    return table->stop && table->stop();
}

/* So many templates are compared with a bin between two questions whether to stop. */
#define CK_ROWS_UNASKED 1024

/* The templates of bin `rows`, and the bin they are compared with. */
typedef struct {
    size_t rows, others;
    int is_half; /* of a bin with itself: each pair once */
} ck_bin_pair;

CK_INLINE size_t ck_bin_begin(const ck_sample_entropy_table *table, size_t bin)
{
    return bin == 0 ? 0 : table->bin_ends[bin - 1];
}

/* Adds up the rows, or with `counts` adds each one's longer to its template's count. */
CK_INLINE ck_sample_entropy_pairs ck_compare_bins(const ck_sample_entropy_table *table,
                                                  ck_bin_pair bins, int look_at_first,
                                                  unsigned *counts)
{
    const unsigned *const second = table->values[1];
    const size_t end = table->bin_ends[bins.others], rows_end = table->bin_ends[bins.rows];
    ck_range range = {ck_bin_begin(table, bins.others), ck_bin_begin(table, bins.others)};
    ck_sample_entropy_pairs pairs = {0, 0};
    for (size_t i = ck_bin_begin(table, bins.rows); i < rows_end; i++) {
        if (i % CK_ROWS_UNASKED == 0 && ck_is_stopped(table)) {
            break;
        }
        const unsigned low = table->low[second[i]], high = table->high[second[i]];
        while (range.from < end && second[range.from] < low) {
            range.from++;
        }
        while (range.to < end && second[range.to] <= high) {
            range.to++;
        }
        const ck_range looked_at = {bins.is_half ? i + 1 : range.from, range.to};
        const ck_row row = table->length == 3
                               ? ck_row_of_three(table, i, looked_at, look_at_first)
                               : ck_row_of_any(table, i, looked_at, look_at_first);
        pairs.shorter += row.shorter;
        pairs.longer += row.longer;
        if (counts) {
            counts[table->start[i]] += row.longer;
        }
    }
    return pairs;
}

/* All pairs of templates, each once; or, with counts[n], every template with all, the matches of
 * the one that begins at index p of the series being added to counts[p]. */
CK_INLINE ck_sample_entropy_pairs ck_sample_entropy_bins_body(const ck_sample_entropy_table *table,
                                                              unsigned *counts)
{
    ck_sample_entropy_pairs pairs = {0, 0};
    for (size_t lower = 0; lower < table->n_bins; lower++) {
        const size_t first = lower * table->bin_ranks;
        const size_t next = first + table->bin_ranks;
        const size_t last = next < table->n ? next - 1 : table->n - 1;
        for (size_t upper = lower; upper < table->n_bins; upper++) {
            const size_t upper_first = upper * table->bin_ranks;
            if (upper_first > table->high[last] || ck_is_stopped(table)) {
                break;
            }
            const size_t upper_next = upper_first + table->bin_ranks;
            const size_t upper_last = upper_next < table->n ? upper_next - 1 : table->n - 1;
            const int look_at_first = upper_last > table->high[first];
            const ck_bin_pair up = {lower, upper, lower == upper && !counts};
            const ck_sample_entropy_pairs more = ck_compare_bins(table, up, look_at_first, counts);
            pairs.shorter += more.shorter;
            pairs.longer += more.longer;
            if (counts && lower != upper) {
                const ck_bin_pair down = {upper, lower, 0};
                ck_compare_bins(table, down, look_at_first, counts);
            }
        }
    }
    return pairs;
}

/* The functions of one level, which has a ck_near_word of its own. */
#define CK_SAMPLE_ENTROPY_VARIANT(TARGET, LEVEL, NEAR)                                             \
    TARGET ck_sample_entropy_pairs                                                                 \
        ck_sample_entropy_diagonals_##LEVEL(const ck_sample_entropy_series *series)                \
    {                                                                                              \
        return ck_sample_entropy_diagonals_body(series, NEAR);                                     \
    }                                                                                              \
    TARGET ck_sample_entropy_pairs                                                                 \
        ck_sample_entropy_bins_##LEVEL(const ck_sample_entropy_table *table, unsigned *counts)     \
    {                                                                                              \
        return ck_sample_entropy_bins_body(table, counts);                                         \
    }

#endif
