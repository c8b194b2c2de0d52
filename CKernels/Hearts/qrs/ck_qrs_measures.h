/* What speaks for a candidate being a QRS complex, and how far it can go.
 *
 * Every measure is a ratio, a log of one or a time over one, cut to a range, so that amplitude,
 * polarity and offset do not matter. Their weights are a logistic regression's. */
#ifndef CK_QRS_MEASURES_H
#define CK_QRS_MEASURES_H

#include "ck_qrs.h"

enum {
    /* known at once */
    measure_early,        /* soon after the last beat: 0 from 0.24 s on, 1 more each 0.04 s; all
                             times since the last beat are longer where R-R is below 0.6 s */
    measure_early_regular, /* log by which it is sooner than R-R; 0 where R-R is irregular */
    measure_near,         /* 0 from 0.5 s after the last beat on, 1 up to 0.25 s */
    measure_near_low,     /* near, times log of the low peak against that of the last beat */
    measure_near_high,    /* the same in the high band: a T wave is far below 0 */
    measure_low,          /* log of the low peak against the upper quartile of 8 beats */
    measure_high_faint,   /* log by which the high peak is below e^-1.5 of the median of 8 beats */
    measure_high_share,   /* log of the high peak against the low one, less the same of beats */
    measure_high_noise,   /* log of the high peak against what was no beat */
    /* of the wave around it */
    measure_step,         /* levels before and after differ, as a share of the wave's range */
    measure_rough,        /* log of the wave's range against the low peak */
    /* of what follows */
    measure_overshadowed, /* what follows within 0.225 s is larger, in both bands */
    measure_high_after,   /* mean of the high band after it, as a share of its peak */
    measure_count
};

_Static_assert((int)measure_count == (int)CK_QRS_MEASURE_COUNT, "as the header has it");

/* How far a log may be from 0: nothing decides alone. */
static const double min_low = -3, max_low = 1.5;
static const double max_overshadowed = 1.5, max_after = 1.5;
/* Nothing is smoother: of all waves within +-1, the envelope is largest for a square one of 10 Hz,
 * 4 / pi. */
static const double min_rough = -0.7, max_rough = 2;

#endif
