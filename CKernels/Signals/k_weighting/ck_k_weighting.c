#include "ck_k_weighting.h"

/* Two channels, one in each lane: the loop waits for the filters' feedback, which a second lane
 * does not make longer. */
typedef double ck_two __attribute__((vector_size(16), aligned(8)));

size_t ck_k_weighting_state_count(size_t channels) { return 8 * ((channels + 1) / 2); }

/* Channels c and c + step of n frames; state[8] has the two delays of both filters in pairs. */
static ck_two run_pair(const ck_biquad *filters, const float *restrict x, size_t channels,
                       size_t step, size_t n, ck_two *restrict state, ck_two energy)
{
    const ck_biquad f = filters[0], g = filters[1];
    ck_two f1 = state[0], f2 = state[1], g1 = state[2], g2 = state[3];
    for (size_t j = 0; j < n; j++) {
        const ck_two v = {(double)x[channels * j], (double)x[channels * j + step]};
        const ck_two u = f.b0 * v + f1;
        f1 = (f.b1 * v + f2) - f.a1 * u;
        f2 = f.b2 * v - f.a2 * u;
        const ck_two y = g.b0 * u + g1;
        g1 = (g.b1 * u + g2) - g.a1 * y;
        g2 = g.b2 * u - g.a2 * y;
        energy += y * y;
    }
    state[0] = f1;
    state[1] = f2;
    state[2] = g1;
    state[3] = g2;
    return energy;
}

void ck_k_weighting_run(const ck_biquad *filters, const float *restrict x, size_t channels,
                        size_t n, double *restrict state, double *restrict energy)
{
    for (size_t c = 0; c < channels; c += 2) {
        /* A channel without a partner is its own. */
        const size_t step = c + 1 < channels ? 1 : 0;
        const ck_two before = {energy[c], energy[c + step]};
        const ck_two sum = run_pair(filters, x + c, channels, step, n,
                                    (ck_two *)(state + 4 * c), before);
        energy[c] = sum[0];
        energy[c + step] = sum[step];
    }
}
