#include "ck_sliding_dft.h"

#include "ck_complex_fft.h"
#include "ck_platform.h"
#include "ck_sliding_dft_body.h"

struct ck_sliding_dft {
    size_t length;
    size_t n_bins;
    size_t n_groups;
    double *roots;    /* n_groups tables of length rows, see ck_sliding_dft_body.h */
    double storage[]; /* the tables, wherever a cache line begins */
};

enum { lanes = 8, bins_a_group = 4, line_bytes = 64 };

/* ---- State ---- */

/* state[0]: phase of the next sample, 0 ... n-1; state[1]: energy of the block's beginning;
 * from 8 on: beginnings, ends, energies of ends[n], the block[n]. */
typedef struct state_parts {
    double *phase;
    double *energy;
    double *beginnings;
    double *ends;
    double *end_energies;
    double *block;
} state_parts;

static state_parts parts_of(const ck_sliding_dft *plan, double *state)
{
    double *const beginnings = state + lanes;
    double *const ends = beginnings + lanes * plan->n_groups;
    double *const end_energies = ends + lanes * plan->n_groups * plan->length;
    return (state_parts){state,        state + 1, beginnings, ends, end_energies,
                         end_energies + plan->length};
}

size_t ck_sliding_dft_state_count(const ck_sliding_dft *plan)
{
    return lanes + lanes * plan->n_groups * (1 + plan->length) + 2 * plan->length;
}

static ck_sliding_dft_sums sums_of_group(const ck_sliding_dft *plan, state_parts parts,
                                         size_t group)
{
    return (ck_sliding_dft_sums){parts.beginnings + lanes * group,
                             parts.ends + lanes * group * plan->length};
}

static const double *roots_of_group(const ck_sliding_dft *plan, size_t group)
{
    return plan->roots + lanes * group * plan->length;
}

/* ---- Plans ---- */

static void prepare_group(double *table, size_t n, const size_t *bins, size_t n_used)
{
    for (size_t t = 0; t < n; t++) {
        double *const row = table + lanes * t;
        for (size_t b = 0; b < bins_a_group; b++) {
            row[b] = row[bins_a_group + b] = 0.0;
            if (b < n_used) {
                const ck_wide turn = (ck_wide)t * bins[b] % n;
                ck_unit_root(turn, n, &row[b], &row[bins_a_group + b]);
            }
        }
    }
}

static size_t used_in_group(const ck_sliding_dft *plan, size_t group)
{
    const size_t rest = plan->n_bins - bins_a_group * group;
    return rest < bins_a_group ? rest : bins_a_group;
}

ck_status ck_sliding_dft_create(size_t n, const size_t *bins, size_t n_bins, ck_sliding_dft **plan)
{
    const size_t max_size = (size_t)1 << 24;
    *plan = NULL;
    if (n < 1 || n > max_size || n_bins < 1 || n_bins > n / 2 + 1) {
        return CK_BAD_ARGUMENT;
    }
    for (size_t b = 0; b < n_bins; b++) {
        if (bins[b] > n / 2) {
            return CK_BAD_ARGUMENT;
        }
    }
    const size_t n_groups = (n_bins + bins_a_group - 1) / bins_a_group;
    const size_t row_bytes = lanes * sizeof(double);
    if (n_groups > ((size_t)-1 / row_bytes - 2) / n) {
        return CK_OUT_OF_MEMORY;
    }
    ck_sliding_dft *const made =
        ck_allocate(sizeof(ck_sliding_dft) + line_bytes + n_groups * n * row_bytes);
    if (made == NULL) {
        return CK_OUT_OF_MEMORY;
    }
    const size_t past_line = (size_t)made->storage % line_bytes;
    made->roots = made->storage + (line_bytes - past_line) % line_bytes / sizeof(double);
    made->length = n;
    made->n_bins = n_bins;
    made->n_groups = n_groups;
    for (size_t g = 0; g < n_groups; g++) {
        prepare_group(made->roots + lanes * g * n, n, bins + bins_a_group * g,
                      used_in_group(made, g));
    }
    *plan = made;
    return CK_OK;
}

void ck_sliding_dft_destroy(ck_sliding_dft *plan) { ck_free(plan); }

/* ---- Runs ---- */

CK_SLIDING_DFT_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_sliding_dft_group_push);
CK_VARIANTS(ck_sliding_dft_group_turn);

/* The loops of a level, chosen once a call: one sample costs little more than a choice. */
typedef struct group_loops {
    __typeof__(&ck_sliding_dft_group_push_plain) push;
    __typeof__(&ck_sliding_dft_group_turn_plain) turn;
} group_loops;

/* Takes samples that do not reach beyond the block. */
static void push_into_block(group_loops loops, const ck_sliding_dft *plan, state_parts parts,
                            size_t phase, const double *restrict x, size_t count,
                            double *restrict powers, double *restrict energies)
{
    for (size_t g = 0; g < plan->n_groups; g++) {
        loops.push(roots_of_group(plan, g), sums_of_group(plan, parts, g), phase, x, count,
                   powers + bins_a_group * g, used_in_group(plan, g), plan->n_bins);
    }
    double energy = *parts.energy;
    for (size_t i = 0; i < count; i++) {
        parts.block[phase + i] = x[i];
        energy += x[i] * x[i];
        energies[i] = energy + parts.end_energies[phase + i];
    }
    *parts.energy = energy;
}

static void turn_block(group_loops loops, const ck_sliding_dft *plan, state_parts parts)
{
    for (size_t g = 0; g < plan->n_groups; g++) {
        loops.turn(roots_of_group(plan, g), sums_of_group(plan, parts, g), parts.block,
                   plan->length);
    }
    double energy = 0.0;
    for (size_t t = plan->length; t-- > 0;) {
        parts.end_energies[t] = energy;
        energy += parts.block[t] * parts.block[t];
    }
    *parts.energy = 0.0;
}

void ck_sliding_dft_push(ck_cpu_level level, const ck_sliding_dft *plan, double *restrict state,
                         const double *restrict x, size_t count, double *restrict powers,
                         double *restrict energies)
{
    const group_loops loops = {CK_SELECT(level, ck_sliding_dft_group_push),
                               CK_SELECT(level, ck_sliding_dft_group_turn)};
    const state_parts parts = parts_of(plan, state);
    size_t phase = (size_t)*parts.phase;
    for (size_t i = 0; i < count;) {
        const size_t left = plan->length - phase;
        const size_t used = count - i < left ? count - i : left;
        push_into_block(loops, plan, parts, phase, x + i, used, powers + i * plan->n_bins,
                        energies + i);
        i += used;
        phase += used;
        if (phase == plan->length) {
            turn_block(loops, plan, parts);
            phase = 0;
        }
    }
    *parts.phase = (double)phase;
}

/* The window begins at the phase of the next sample: X is Y turned back by it. */
void ck_sliding_dft_read(const ck_sliding_dft *plan, const double *restrict state,
                         double *restrict spectrum)
{
    /* Only read through; the parts are not const because the other callers write. */
    const state_parts parts = parts_of(plan, (double *)state);
    const size_t phase = (size_t)*parts.phase;
    /* The sum over ends that goes with a beginning of `phase` samples is that of phase - 1; for an
     * empty beginning it is the whole block: row 0 and the block's first sample. */
    for (size_t bin = 0; bin < plan->n_bins; bin++) {
        const size_t g = bin / bins_a_group, re = bin % bins_a_group, im = re + bins_a_group;
        const double *const roots = roots_of_group(plan, g);
        const ck_sliding_dft_sums sums = sums_of_group(plan, parts, g);
        const double *const ends = sums.ends + lanes * (phase > 0 ? phase - 1 : 0);
        double y_re = sums.beginning[re] + ends[re];
        double y_im = sums.beginning[im] + ends[im];
        if (phase == 0) {
            y_re += parts.block[0] * roots[re];
            y_im += parts.block[0] * roots[im];
        }
        const double *const turn = roots + lanes * phase;
        spectrum[2 * bin] = y_re * turn[re] + y_im * turn[im];
        spectrum[2 * bin + 1] = y_im * turn[re] - y_re * turn[im];
    }
}
