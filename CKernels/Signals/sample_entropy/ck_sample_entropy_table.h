/* The templates of a series as ranks, in bins: what ck_sample_entropy looks its pairs up in.
 *
 * The rank of a value is its index in the ascending order of all n, equal values in any order. A
 * value is within r of the one of rank p where its own rank lies in low[p] ... high[p].
 */
#ifndef CK_SAMPLE_ENTROPY_TABLE_H
#define CK_SAMPLE_ENTROPY_TABLE_H

#include <stddef.h>

#include "ck_stop.h"

#define CK_SAMPLE_ENTROPY_LENGTH_MAX 17

typedef struct {
    size_t n;                 /* values, so ranks are 0 ... n-1 */
    size_t length;            /* values of a template */
    size_t count;             /* templates */
    size_t bin_ranks;         /* bin b has the first values of ranks b bin_ranks and on */
    size_t n_bins;
    unsigned *low, *high;     /* [n] each, by rank */
    unsigned *rank, *order;   /* [n] each: rank of an index in the series, index of a rank */
    unsigned *start;          /* [count]: where templates begin, bin after bin */
    unsigned *bin_ends;       /* [n_bins]: how many templates bins 0 ... b have */
    unsigned *values[CK_SAMPLE_ENTROPY_LENGTH_MAX]; /* [count] each: the ranks of the k-th value */
    unsigned char *is_start;  /* [n]: whether a template begins at an index of the series */
    ck_stop stop;             /* called while pairs are counted; NULL where no caller stops it */
} ck_sample_entropy_table;

/* Bytes of scratch memory a table lives in. */
size_t ck_sample_entropy_table_bytes(size_t n, size_t length);

/* Ranks x[n], n >= 1, finds what lies within r >= 0 of each, and marks where templates begin:
 * all but start, bin_ends and values. */
void ck_sample_entropy_table_rank(const double *restrict x, size_t n,
                                  const size_t *restrict run_ends, size_t n_runs, size_t length,
                                  double r, void *restrict scratch,
                                  ck_sample_entropy_table *restrict table);

/* The rest: sorts the templates, of 2 values or more, into bins, those of a bin ascending by their
 * second value. */
void ck_sample_entropy_table_fill(ck_sample_entropy_table *table);

#endif
