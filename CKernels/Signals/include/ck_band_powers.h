/* Powers of triangular bands of the spectra of sixteen overlapping frames, and the two sums of
 * their spectral centroid.
 *
 *   X_t[k] = (2 / sum w) sum over j of w[j] x[hop t + j] exp(-2 pi i j k / n),
 *            w[j] = (1 - cos(2 pi j / n)) / 2
 *   bands[t][b] = sum over k of h_b(f_k) |X_t[k]|^2,   f_k = k rate / n                          (1)
 *   centre[t] = { sum of |X_t[k]|, sum of f_k |X_t[k]| }  over 0 < f_k <= high                  (2)
 *
 * h_b is a triangle of height 1 between the edges e[b] and e[b+2] with its top at e[b+1]; the edges
 * are spaced evenly in ln(1 + f / 700), the mel scale, from low to high. A sine of amplitude A on a
 * bin has |X[k]| = A. Bands above half the rate are 0.
 *
 * Source: O'Shaughnessy 1987, Speech Communication, for the mel scale; the transform is that of n
 * real values by one of n/2 complex ones (Cooley, Lewis and Welch 1970), radix 4.
 * Error, single precision: the transform is off by at most eta sqrt(E) in the norm, with
 * E = sum over k of |X_t[k]|^2, u = 2^-24 and eta = 5 u log2 n (each of log2 n passes rounds a
 * product and two sums, and its twiddle). So a band B is off by at most
 * 2 eta sqrt(B E) + eta^2 E + (K + 4) u B, K the bins of the band.
 * Cost: O(n log n) a frame, sixteen frames in the lanes of a vector, each sum in one order: every
 * level gives the same bits, and products are rounded before they are added. No allocation.
 * Threads: a plan is read-only after creation; the scratch belongs to one call.
 */
#ifndef CK_BAND_POWERS_H
#define CK_BAND_POWERS_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

/* Frames of one call. */
#define CK_BAND_POWERS_FRAMES 16

typedef struct ck_band_powers_plan ck_band_powers_plan;

/* n a power of two, 64 ... 65536; hop >= 1; n_bands 1 ... 64; 0 <= low_hz < high_hz; rate_hz > 0;
 * otherwise CK_BAD_ARGUMENT. */
ck_status ck_band_powers_create(double rate_hz, size_t n, size_t hop, size_t n_bands,
                                double low_hz, double high_hz,
                                ck_band_powers_plan *_Nullable *_Nonnull plan);

void ck_band_powers_destroy(ck_band_powers_plan *_Nullable plan);

/* Floats of the scratch memory of a run. */
size_t ck_band_powers_scratch_count(const ck_band_powers_plan *plan);

/* (1), (2): x[15 hop + n] -> bands[16 n_bands], centre[32], frame after frame; no two arrays may
 * overlap. */
void ck_band_powers_run(ck_cpu_level level, const ck_band_powers_plan *plan,
                        const float *restrict x, float *restrict scratch, float *restrict bands,
                        float *restrict centre);

#pragma clang assume_nonnull end

#endif
