#include "ck_beat_class.h"

#include "ck_beat_class_body.h"

CK_BEAT_CLASS_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_beat_class_resample);
CK_VARIANTS(ck_beat_class_energies);
CK_VARIANTS(ck_beat_class_match);
CK_VARIANTS(ck_beat_class_measure);

void ck_beat_class_resample(ck_cpu_level level, const float *restrict taps, size_t n_taps,
                            size_t n_phases, const float *restrict x, ptrdiff_t begin, size_t first,
                            double step, size_t n, float *restrict out)
{
    CK_DISPATCH(level, ck_beat_class_resample, taps, n_taps, n_phases, x, begin, first, step, n,
                out);
}

void ck_beat_class_energies(ck_cpu_level level, const ck_beat_class_layout *layout,
                            const float *restrict window, float *restrict energies)
{
    CK_DISPATCH(level, ck_beat_class_energies, layout, window, energies);
}

size_t ck_beat_class_match(ck_cpu_level level, const ck_beat_class_layout *layout,
                           const float *restrict window, const float *restrict energies,
                           const float *restrict template_, size_t n_shifts,
                           float *restrict similarity)
{
    return CK_DISPATCH(level, ck_beat_class_match, layout, window, energies, template_, n_shifts,
                       similarity);
}

void ck_beat_class_measure(ck_cpu_level level, const float *restrict x, size_t n,
                           ck_beat_class_form *restrict form)
{
    CK_DISPATCH(level, ck_beat_class_measure, x, n, form);
}
