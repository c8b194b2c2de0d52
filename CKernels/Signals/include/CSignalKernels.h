/* The kernels that know arrays and hertz: the contract of each is in its own header. */
#ifndef C_SIGNAL_KERNELS_H
#define C_SIGNAL_KERNELS_H

#include "ck_band_changes.h"
#include "ck_band_powers.h"
#include "ck_cpu.h"
#include "ck_delay.h"
#include "ck_detrended_boxes.h"
#include "ck_fuzzy_entropy.h"
#include "ck_half_band.h"
#include "ck_k_weighting.h"
#include "ck_lomb.h"
#include "ck_lomb_exact.h"
#include "ck_mono_mix.h"
#include "ck_nonuniform_fft.h"
#include "ck_pair_fft.h"
#include "ck_real_fft.h"
#include "ck_recurrence.h"
#include "ck_rolling_quantile.h"
#include "ck_sample_entropy.h"
#include "ck_sliding_dft.h"
#include "ck_status.h"
#include "ck_stop.h"
#include "ck_welch.h"
#include "ck_wide_fft.h"

#endif
