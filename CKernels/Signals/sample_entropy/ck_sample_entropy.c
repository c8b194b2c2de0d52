#include "ck_sample_entropy.h"

#include "ck_sample_entropy_body.h"

/* Up to here the diagonals are quicker than ranking. */
#define DIAGONALS_MAX 1000
/* How far past the values the diagonals read. */
#define PADDING (3 * CK_WORD)

size_t ck_sample_entropy_scratch_bytes(size_t n, size_t length)
{
    const size_t diagonals = n <= DIAGONALS_MAX ? (n + PADDING) * 8 + (n / 64 + 8) * 8 + 64 : 0;
    const size_t table = ck_sample_entropy_table_bytes(n, length);
    return (diagonals > table ? diagonals : table) + 1;
}

static int is_near(const double *a, const double *b, size_t length, double r)
{
    for (size_t k = 0; k < length; k++) {
        if (!(__builtin_fabs(a[k] - b[k]) <= r)) {
            return 0;
        }
    }
    return 1;
}

/* Start of the template after the one at an index, or n. */
static size_t next_start(size_t index, const size_t *run_ends, size_t n_runs, size_t length,
                         size_t *run)
{
    for (index++; *run < n_runs; (*run)++) {
        if (index + length <= run_ends[*run]) {
            return index;
        }
        index = run_ends[*run] > index ? run_ends[*run] : index;
    }
    return (size_t)-1;
}

ck_sample_entropy_pairs ck_sample_entropy_plain(const double *restrict x, size_t n,
                                                const size_t *restrict run_ends, size_t n_runs,
                                                size_t m, double r)
{
    const size_t none = (size_t)-1;
    ck_sample_entropy_pairs pairs = {0, 0};
    size_t run = 0;
    (void)n;
    for (size_t i = next_start(none, run_ends, n_runs, m + 1, &run); i != none;
         i = next_start(i, run_ends, n_runs, m + 1, &run)) {
        size_t other = run;
        for (size_t j = next_start(i, run_ends, n_runs, m + 1, &other); j != none;
             j = next_start(j, run_ends, n_runs, m + 1, &other)) {
            pairs.shorter += (unsigned)is_near(x + i, x + j, m, r);
            pairs.longer += (unsigned)is_near(x + i, x + j, m + 1, r);
        }
    }
    return pairs;
}

static unsigned long long near(const double *a, const double *b, double r)
{
    unsigned long long word = 0;
    for (unsigned j = 0; j < CK_WORD; j++) {
        word |= (unsigned long long)(__builtin_fabs(a[j] - b[j]) <= r) << j;
    }
    return word;
}

CK_SAMPLE_ENTROPY_VARIANT(CK_PLAIN, plain, near)

CK_VARIANTS(ck_sample_entropy_diagonals);
CK_VARIANTS(ck_sample_entropy_bins);

/* The whole table of pairs, bit by bit. */
static ck_sample_entropy_pairs by_diagonals(ck_cpu_level level, const double *x, size_t n,
                                            const size_t *run_ends, size_t n_runs, size_t m,
                                            double r, void *scratch)
{
    unsigned long long *const starts = scratch;
    const size_t words = (n / 64 + 8) / 8 * 8;
    double *const values = (double *)scratch + words;
    for (size_t word = 0; word < words; word++) {
        starts[word] = 0;
    }
    for (size_t run = 0, j = 0; run < n_runs; j = run_ends[run++]) {
        for (; j + m < run_ends[run]; j++) {
            starts[j / 64] |= 1ULL << j % 64;
        }
    }
    __builtin_memcpy(values, x, n * sizeof(double));
    for (size_t j = n; j < n + PADDING; j++) {
        values[j] = __builtin_nan("");
    }
    const ck_sample_entropy_series series = {values, starts, n, m, r};
    return CK_DISPATCH(level, ck_sample_entropy_diagonals, &series);
}

/* Pairs of templates of two values whose first ones match. */
static unsigned long long count_first(const ck_sample_entropy_table *table, unsigned *sums)
{
    unsigned long long pairs = 0;
    for (size_t p = 0; p < table->n; p++) {
        sums[p] = (p > 0 ? sums[p - 1] : 0) + table->is_start[table->order[p]];
    }
    for (size_t p = 0; p < table->n; p++) {
        pairs += table->is_start[table->order[p]] ? sums[table->high[p]] - sums[p] : 0;
    }
    return pairs;
}

ck_sample_entropy_pairs ck_sample_entropy(ck_cpu_level level, const double *restrict x, size_t n,
                                          const size_t *restrict run_ends, size_t n_runs, size_t m,
                                          double r, ck_stop stop, void *restrict scratch)
{
    ck_sample_entropy_pairs pairs = {0, 0};
    if (n <= m || !(r >= 0)) {
        return pairs;
    }
    if (n <= DIAGONALS_MAX) {
        return by_diagonals(level, x, n, run_ends, n_runs, m, r, scratch);
    }
    ck_sample_entropy_table table;
    ck_sample_entropy_table_rank(x, n, run_ends, n_runs, m + 1, r, scratch, &table);
    table.stop = stop;
    const unsigned long long first = m == 1 ? count_first(&table, table.values[0]) : 0;
    ck_sample_entropy_table_fill(&table);
    pairs = CK_DISPATCH(level, ck_sample_entropy_bins, &table, NULL);
    if (m == 1) {
        pairs.shorter = first;
    }
    return pairs;
}

/* Templates of one value: the intervals of ranks are the counts. */
static void count_values(const ck_sample_entropy_table *table, unsigned *counts)
{
    for (size_t p = 0; p < table->n; p++) {
        counts[table->order[p]] = table->high[p] - table->low[p] + 1;
    }
}

size_t ck_sample_entropy_matches(ck_cpu_level level, const double *restrict x, size_t n,
                                 const size_t *restrict run_ends, size_t n_runs, size_t length,
                                 double r, ck_stop stop, unsigned *restrict counts,
                                 void *restrict scratch)
{
    for (size_t j = 0; j < n; j++) {
        counts[j] = 0;
    }
    if (n == 0 || !(r >= 0)) {
        return 0;
    }
    ck_sample_entropy_table table;
    ck_sample_entropy_table_rank(x, n, run_ends, n_runs, length, r, scratch, &table);
    table.stop = stop;
    if (length == 1) {
        count_values(&table, counts);
        return n;
    }
    ck_sample_entropy_table_fill(&table);
    CK_DISPATCH(level, ck_sample_entropy_bins, &table, counts);
    size_t count = 0;
    for (size_t j = 0; j < n; j++) {
        if (table.is_start[j]) {
            counts[count++] = counts[j];
        }
    }
    return count;
}
