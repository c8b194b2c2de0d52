#include "ck_sample_entropy_table.h"

#include "ck_platform.h"
#include "ck_radix_sort.h"

/* About this many bins lie within r of a value, on either side: fewer leave more pairs to look at,
 * more cost more to walk through. */
#define BINS_WITHIN_R 2
/* A bin has at least this many ranks. */
#define BIN_RANKS_MIN 192

/* Scratch memory: an array's space is a whole number of cache lines. */
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

static void *carve(char **memory, size_t bytes)
{
    void *const block = *memory;
    *memory += padded(bytes);
    return block;
}

static size_t max_bins(size_t n) { return n / BIN_RANKS_MIN + 1; }

size_t ck_sample_entropy_table_bytes(size_t n, size_t length)
{
    return 2 * padded(n * sizeof(ck_key)) + (6 + length) * padded(n * sizeof(unsigned)) +
           padded(max_bins(n) * sizeof(unsigned)) + padded(n);
}

/* Differences ascend with the rank, rounding included: so the matches are an interval. */
static size_t find_intervals(const double *v, size_t n, double r, unsigned *low, unsigned *high)
{
    size_t first = 0, next = 0, sum = 0;
    for (size_t p = 0; p < n; p++) {
        while (v[p] - v[first] > r) {
            first++;
        }
        while (next < n && v[next] - v[p] <= r) {
            next++;
        }
        low[p] = (unsigned)first;
        high[p] = (unsigned)(next - 1);
        sum += next - first;
    }
    return sum / n;
}

/* Marks the indices from which `length` values follow in one run; returns how many there are. */
static size_t mark_starts(const size_t *run_ends, size_t n_runs, size_t length,
                          unsigned char *is_start)
{
    size_t count = 0, index = 0;
    for (size_t run = 0; run < n_runs; run++) {
        for (; index < run_ends[run]; index++) {
            is_start[index] = index + length <= run_ends[run];
            count += is_start[index];
        }
    }
    return count;
}

void ck_sample_entropy_table_rank(const double *restrict x, size_t n,
                                  const size_t *restrict run_ends, size_t n_runs, size_t length,
                                  double r, void *restrict scratch,
                                  ck_sample_entropy_table *restrict table)
{
    char *memory = scratch;
    const size_t ranks = n * sizeof(unsigned);
    table->n = n;
    table->length = length;
    table->low = carve(&memory, ranks);
    table->high = carve(&memory, ranks);
    table->rank = carve(&memory, ranks);
    table->start = carve(&memory, ranks);
    table->bin_ends = carve(&memory, max_bins(n) * sizeof(unsigned));
    for (size_t k = 0; k < length; k++) {
        table->values[k] = carve(&memory, ranks);
    }
    table->is_start = carve(&memory, n);
    const ck_sorted a = {carve(&memory, n * sizeof(ck_key)), carve(&memory, ranks)};
    const ck_sorted b = {carve(&memory, n * sizeof(ck_key)), carve(&memory, ranks)};
    table->order = ck_radix_sort(x, n, a, b).order;
    double *const sorted = (void *)a.keys; /* the keys have served */
    for (size_t p = 0; p < n; p++) {
        table->rank[table->order[p]] = (unsigned)p;
        sorted[p] = x[table->order[p]];
    }
    const size_t width = find_intervals(sorted, n, r, table->low, table->high);
    const size_t bin_ranks = width / (2 * BINS_WITHIN_R);
    table->bin_ranks = bin_ranks < BIN_RANKS_MIN ? BIN_RANKS_MIN : bin_ranks;
    table->n_bins = (n - 1) / table->bin_ranks + 1;
    table->count = mark_starts(run_ends, n_runs, length, table->is_start);
}

/* Turns the counts of bins into where each begins. */
static void begin_bins(ck_sample_entropy_table *table)
{
    unsigned sum = 0;
    for (size_t bin = 0; bin < table->n_bins; bin++) {
        const unsigned count = table->bin_ends[bin];
        table->bin_ends[bin] = sum;
        sum += count;
    }
}

void ck_sample_entropy_table_fill(ck_sample_entropy_table *table)
{
    for (size_t bin = 0; bin < table->n_bins; bin++) {
        table->bin_ends[bin] = 0;
    }
    for (size_t index = 0; index < table->n; index++) {
        if (table->is_start[index]) {
            table->bin_ends[table->rank[index] / table->bin_ranks]++;
        }
    }
    begin_bins(table);
    /* In the order of the second value: so it is the order inside the bins, whose beginnings
     * become their ends. */
    for (size_t p = 0; p < table->n; p++) {
        const size_t second = table->order[p];
        if (second > 0 && table->is_start[second - 1]) {
            const size_t bin = table->rank[second - 1] / table->bin_ranks;
            table->start[table->bin_ends[bin]++] = (unsigned)(second - 1);
        }
    }
    for (size_t k = 0; k < table->length; k++) {
        for (size_t i = 0; i < table->count; i++) {
            table->values[k][i] = table->rank[table->start[i] + k];
        }
    }
}
