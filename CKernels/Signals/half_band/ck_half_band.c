#include "ck_half_band.h"

#include "ck_half_band_body.h"

CK_HALF_BAND_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_half_band_run);

void ck_half_band_split(const float *restrict x, size_t n, float *restrict even,
                        float *restrict odd)
{
    const size_t pairs = n / 2;
    for (size_t i = 0; i < pairs; i++) {
        even[i] = x[2 * i];
        odd[i] = x[2 * i + 1];
    }
    if (n % 2 == 1) {
        even[pairs] = x[n - 1];
    }
}

void ck_half_band_run(ck_cpu_level level, const float *restrict even, const float *restrict odd,
                      const float *restrict taps, size_t n_taps, size_t n, float *restrict out)
{
    CK_DISPATCH(level, ck_half_band_run, even, odd, taps, n_taps, n, out);
}
