/* What a plan of ck_band_powers holds. */
#ifndef CK_BAND_POWERS_PLAN_H
#define CK_BAND_POWERS_PLAN_H

#include "ck_band_powers.h"

/* A triangle: the bins first ... first + count - 1, and its weights from `offset` on. */
typedef struct ck_band_triangle {
    size_t first, count, offset;
} ck_band_triangle;

struct ck_band_powers_plan {
    size_t n, half, hop, n_bands;
    size_t centre_bins;          /* bins 1 ... centre_bins count for the centroid */
    float step_hz;               /* between two bins */
    float *window;               /* n: Hann's taper times 1 / sum of it, half the scale of (1) */
    float *twiddles;             /* n: cos and -sin of 2 pi k / n for k < n / 2, in turn */
    size_t *indices;              /* half: where the k-th complex input goes, bits reversed */
    ck_band_triangle *triangles; /* n_bands */
    float *weights;
};

#endif
