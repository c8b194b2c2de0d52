/* Counts of the similar pairs of segments of a series: those behind sample entropy, approximate
 * entropy and their multiscale forms.
 *
 * A template of length L is L values in a row, x[t] ... x[t + L - 1], inside one run of the series.
 * Two templates match where no two values at the same position differ by more than r:
 *
 *   max over k = 0 ... L-1 of |x[s + k] - x[t + k]| <= r, differences as doubles round them  (1)
 *
 * Runs: run_ends[n_runs] ascends to n; run k is x[run_ends[k - 1]] ... x[run_ends[k] - 1], the
 * first one from 0. No template crosses from one run to the next, but templates of different runs
 * are compared. A run may be empty.
 *
 * Exact: the counts are those of (1) for every pair. Short series are compared whole, 64 pairs in a
 * word, along the diagonals of the table of pairs: one comparison a pair serves templates of every
 * length. Longer ones are ranked, so that (1) becomes an interval of ranks; templates are put in
 * bins of the rank of their first value, ordered inside by their second. Of two bins either no pair
 * matches in the first value, or every pair, or it must be looked at; in the second value the
 * matches are one range of the bin. Only that range is looked at, for its further values.
 *
 * Source: Richman and Moorman 2000, Am. J. Physiol. 278:H2039 (the counts); Pincus 1991, Proc. Natl
 * Acad. Sci. 88:2297. Cost: memory O(n m), no allocation; time O(n log n) and a vector comparison
 * for every 16 (AVX-512) or 8 (AVX2) of the pairs that match in their first two values.
 * Levels give the same counts. Every x is finite and r is not NaN; r below 0 matches nothing.
 * Threads: no state at all.
 */
#ifndef CK_SAMPLE_ENTROPY_H
#define CK_SAMPLE_ENTROPY_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_stop.h"

#pragma clang assume_nonnull begin

typedef struct {
    unsigned long long shorter; /* pairs that match over m values, B */
    unsigned long long longer;  /* pairs that match over m + 1 values, A */
} ck_sample_entropy_pairs;

/* Bytes of scratch memory for templates of up to `length` values of a series of n; at least 1. */
size_t ck_sample_entropy_scratch_bytes(size_t n, size_t length);

/* B and A over the templates that have m + 1 values (n - m of them in one run), for both, each pair
 * once and none with itself. n below 2^31; m: 1 ... 16; scratch: at an address that is a multiple
 * of 64, ck_sample_entropy_scratch_bytes(n, m + 1) bytes; what is in it does not matter. stop is
 * called every few milliseconds; NULL where no caller stops it. */
ck_sample_entropy_pairs ck_sample_entropy(ck_cpu_level level, const double *restrict x, size_t n,
                                          const size_t *restrict run_ends, size_t n_runs, size_t m,
                                          double r, ck_stop _Nullable stop, void *restrict scratch);

/* The same by the definition: all pairs, one after the other; slow, the oracle. */
ck_sample_entropy_pairs ck_sample_entropy_plain(const double *restrict x, size_t n,
                                                const size_t *restrict run_ends, size_t n_runs,
                                                size_t m, double r);

/* Counts for every template of `length` values, 1 ... 17, in the order of the series, the templates
 * that match it, itself included: counts[n] has the space, its first ones are written. Returns how
 * many templates there are. scratch: ck_sample_entropy_scratch_bytes(n, length), as above. */
size_t ck_sample_entropy_matches(ck_cpu_level level, const double *restrict x, size_t n,
                                 const size_t *restrict run_ends, size_t n_runs, size_t length,
                                 double r, ck_stop _Nullable stop, unsigned *restrict counts,
                                 void *restrict scratch);

#pragma clang assume_nonnull end

#endif
