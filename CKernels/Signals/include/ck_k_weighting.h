/* Energy of interleaved channels behind two biquad filters in series: the weighting of loudness.
 *
 *   u[j] = b0 x[j] + b1 x[j-1] + b2 x[j-2] - a1 u[j-1] - a2 u[j-2]   first filter, then the second
 *   energy[c] += sum over j of y_c[j]^2,   y the output of the second filter
 *
 * Source: ITU-R BS.1770-4, annex 1; filters in the transposed direct form II.
 * Cost: about ten cycles a frame for each two channels; no allocation. Double precision: the second
 * filter's poles lie within 0.001 of 1 at high rates.
 * The sums are formed in the order of the frames, so a stream gives the same bits however it is
 * divided. NaN or infinity stays in its own channel, for ever.
 * Threads: all that changes is in state and energy, which the caller owns.
 */
#ifndef CK_K_WEIGHTING_H
#define CK_K_WEIGHTING_H

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct ck_biquad {
    double b0, b1, b2, a1, a2; /* a0 is 1 */
} ck_biquad;

/* Doubles of the state of so many channels, all 0 before the first frame. */
size_t ck_k_weighting_state_count(size_t channels);

/* filters[2], x[n channels], state[ck_k_weighting_state_count(channels)], energy[channels]; channels >= 1, n
 * may be 0; no two may overlap. */
void ck_k_weighting_run(const ck_biquad *filters, const float *restrict x, size_t channels,
                        size_t n, double *restrict state, double *restrict energy);

#pragma clang assume_nonnull end

#endif
