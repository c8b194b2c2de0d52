#include "ck_band_changes.h"

#include "ck_band_changes_body.h"

CK_BAND_CHANGES_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_band_changes_onsets);
CK_VARIANTS(ck_band_changes_entropy);

void ck_band_changes_onsets(ck_cpu_level level, const float *restrict x, size_t n_bands,
                            const float *restrict scale, size_t n_low, size_t first_high,
                            size_t n, float *restrict all, float *restrict low,
                            float *restrict high)
{
    CK_DISPATCH(level, ck_band_changes_onsets, x, n_bands, scale, n_low, first_high, n, all, low,
                high);
}

void ck_band_changes_entropy(ck_cpu_level level, const float *restrict x, size_t n_bands, size_t n,
                             float *restrict entropy, float *restrict total)
{
    CK_DISPATCH(level, ck_band_changes_entropy, x, n_bands, n, entropy, total);
}
