#include "ck_mono_mix.h"

static int all_within(const float *restrict x, size_t n, float limit)
{
    int outside = 0;
    for (size_t j = 0; j < n; j++) {
        /* A comparison with NaN is false, so NaN lies outside. */
        outside |= !(x[j] <= limit) | !(-x[j] <= limit);
    }
    return !outside;
}

static void mix_two(const float *restrict x, size_t n, float *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        out[j] = (x[2 * j] + x[2 * j + 1]) * 0.5f;
    }
}

static void mix_many(const float *restrict x, size_t channels, size_t n, float *restrict out)
{
    const float share = 1 / (float)channels;
    for (size_t j = 0; j < n; j++) {
        float sum = 0;
        for (size_t c = 0; c < channels; c++) {
            sum += x[channels * j + c];
        }
        out[j] = sum * share;
    }
}

int ck_mono_mix(const float *restrict x, size_t channels, size_t n, float limit,
                float *restrict out)
{
    if (channels == 2) {
        mix_two(x, n, out);
    } else {
        mix_many(x, channels, n, out);
    }
    return all_within(x, n * channels, limit);
}
