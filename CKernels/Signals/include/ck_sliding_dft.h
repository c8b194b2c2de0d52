/* Chosen bins of the discrete Fourier transform of the last n samples, after every sample.
 *
 *   X[k] = sum over j = 0 ... n-1 of x[m-n+1+j] exp(-2 pi i j k / n)                            (1)
 *
 * for the newest sample x[m]; what lies before the first sample counts as 0. With the phase
 * counted from a fixed origin instead, the sum over a window is the sum over the end of one block
 * of n samples and the beginning of the next:
 *
 *   Y[k] = sum over t = m-n+1 ... m of x[t] exp(-2 pi i t k / n),   |Y[k]| = |X[k]|             (2)
 *
 * Sums over beginnings grow by a term a sample; sums over ends are formed once a block, backwards.
 * Nothing is ever subtracted, so there is no drift, and a sample that has left the window, be it
 * huge or NaN, leaves no trace.
 *
 * Source: the fixed phase is that of Duda 2010, IEEE Signal Process. Mag. 27(6):124, whose
 * recursion subtracts; the two sums are how a queue is kept as two stacks.
 * Cost: O(bins) a sample, twice; of n samples one takes O(n bins). A plan and a state each hold
 * 8 n doubles for every 4 bins, a state 2 n more.
 * Error: at most about (n + 4) eps times the sum of |x| over the window, for ever.
 * Every level gives the same bits: products are rounded before they are added. NaN or infinity in
 * the window makes what it enters NaN or infinite.
 * Threads: a plan is read-only after creation and may be shared; each stream has its own state.
 */
#ifndef CK_SLIDING_DFT_H
#define CK_SLIDING_DFT_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_sliding_dft ck_sliding_dft;

/* n: 1 ... 2^24 samples; bins[n_bins]: 0 ... n/2 each, in any order; n_bins: 1 ... n/2 + 1;
 * otherwise CK_BAD_ARGUMENT. *plan is NULL unless CK_OK is returned. */
ck_status ck_sliding_dft_create(size_t n, const size_t *bins, size_t n_bins,
                                ck_sliding_dft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_sliding_dft_destroy(ck_sliding_dft *_Nullable plan);

/* How many doubles the state of a stream has. A state of zeros is one before its first sample;
 * it may be copied. */
size_t ck_sliding_dft_state_count(const ck_sliding_dft *plan);

/* Takes x[count], count may be 0; writes after each sample |X[k]|^2 for every bin, in the order of
 * the plan, to powers[count n_bins], and the sum of the squares of the window's samples to
 * energies[count]. No two arrays may overlap. */
void ck_sliding_dft_push(ck_cpu_level level, const ck_sliding_dft *plan, double *restrict state,
                         const double *restrict x, size_t count, double *restrict powers,
                         double *restrict energies);

/* (1) after the last sample pushed: spectrum[2 n_bins], real and imaginary parts in turn, in the
 * order of the plan. state is not changed. */
void ck_sliding_dft_read(const ck_sliding_dft *plan, const double *restrict state,
                         double *restrict spectrum);

#pragma clang assume_nonnull end

#endif
