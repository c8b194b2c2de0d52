/* State of all parts of ck_qrs. Indices k count samples at the inner rate since the beginning. */
#ifndef CK_QRS_STATE_H
#define CK_QRS_STATE_H

#include "ck_platform.h"
#include "ck_qrs.h"
#include "ck_variants.h"

enum {
    qrs_taps_max = 40,
    qrs_block = 512,        /* input samples dealt with at a time */
    qrs_weights = 80,      /* twice the longest step */
    qrs_inputs_max = 2 * qrs_weights + qrs_block, /* whole vectors beyond the last one */
    qrs_history = 1120,       /* inner samples kept at least: 5.6 s at 200 Hz */
    qrs_waves = 3 * qrs_history,
    qrs_lead = 64,         /* zeros before the first sample */
    qrs_beyond = 32,       /* whole vectors beyond the last one */
    /* As far back as anything is looked for: kept whatever the blocks, so that results do not
     * depend on them. A block, what is not decided yet and a beat's surroundings stay free. */
    qrs_past = qrs_history - 240,
    qrs_candidates_max = 256, /* as none is nearer than 8 to the next */
    qrs_peaks_max = qrs_waves / 8 + 1,
    qrs_gaps_max = 24,     /* ends of gaps in qrs_block input samples */
    qrs_levels = 8         /* beats that a level is the median of */
};

/* A band-pass and its quadrature: even taps[0 ... reach] and odd ones, odd[0] = 0. */
typedef struct ck_qrs_band {
    float even[qrs_taps_max];
    float odd[qrs_taps_max];
    size_t reach;
} ck_qrs_band;

/* Times as inner samples. */
typedef struct ck_qrs_spans {
    ptrdiff_t separation;           /* a candidate is the largest within so much */
    ptrdiff_t around;          /* its peak in the high band is within so much */
    ptrdiff_t look;            /* what follows it, up to here, is known when it is decided */
    ptrdiff_t look_wave;       /* of the wave, so much more */
    ptrdiff_t after, after_high; /* where what follows begins, in each band */
    ptrdiff_t flank, foot;     /* the wave's level so far before and after it, so long */
    ptrdiff_t learn, relearn;
} ck_qrs_spans;

typedef struct ck_qrs_input {
    double offset;
    double previous; /* last sample that was not missing */
    float held;      /* the same, less the offset it had */
    int has_begun;
    size_t n_missing, n_same;
    size_t n;        /* samples taken */
    size_t next_still; /* a jump after equal samples moves the baseline from here on */
} ck_qrs_input;

typedef struct ck_qrs_candidate {
    ptrdiff_t k;
    float low, high; /* peaks of the two envelopes, squared */
    double log_low, log_high; /* of the peaks; once it is looked at */
    double score;
} ck_qrs_candidate;

/* A ring and its median. */
typedef struct ck_qrs_level {
    double values[qrs_levels];
    double sorted[qrs_levels + 1]; /* then 1e300 */
    size_t next;
    double median;
} ck_qrs_level;

/* What beats, and what is none, have been like. */
typedef struct ck_qrs_levels {
    ck_qrs_level low, high; /* of beats; logs */
    ck_qrs_level noise;     /* largest peak of the high band between two beats; log */
    ck_qrs_level rr_s;
    double log_rr[qrs_levels]; /* of rr_s.values */
    double log_median_rr;
    size_t n_rr;
    double low_upper;       /* upper quartile of low */
    double min_low;       /* a peak below it is no beat; log */
    double rr_upper_s;      /* upper quartile of rr_s */
    double regularity;      /* 1 where all intervals are the same, 0 where none is unlikely */
} ck_qrs_levels;

/* The loops over samples for one instruction set: ck_qrs_loops_body.h. */
typedef struct ck_qrs_loops {
    void (*envelopes)(const ck_qrs_band *low, const ck_qrs_band *high, const float *restrict x,
                      size_t n, float *restrict low_out, float *restrict high_out,
                      const double *ahead, size_t n_ahead);
    void (*smooth)(const float *weights, size_t reach, const float *restrict x, size_t n,
                   float *restrict out);
    size_t (*append)(const double *restrict x, size_t n, double previous, double offset,
                   float *restrict out);
    void (*step_down)(const float *weights, size_t step, const float *restrict x, size_t n,
                      float *restrict out);
    size_t (*peaks)(const float *x, size_t from, size_t n, size_t separation, size_t *indices);
} ck_qrs_loops;

/* What is done from beat to beat, for one instruction set: ck_qrs_engine_body.h. */
typedef struct ck_qrs_engine {
    size_t (*push)(ck_qrs *qrs, const double *x, size_t n, size_t *n_used, ck_qrs_beat *beats);
    size_t (*finish)(ck_qrs *qrs, ck_qrs_beat *beats);
} ck_qrs_engine;

extern const ck_qrs_loops ck_qrs_loops_plain;
CK_VARIANTS(ck_qrs_loops);
extern const ck_qrs_engine ck_qrs_engine_plain;
CK_VARIANTS(ck_qrs_engine); /* that for AVX2 serves AVX-512 too: its lanes would gain nothing */

struct ck_qrs {
    double rate_hz, inner_hz;
    size_t step;
    ck_qrs_spans spans;
    ck_qrs_band low_band, high_band;
    float smooth[8], weights[qrs_weights]; /* of the wave; of the input */
    size_t smooth_reach;
    const ck_qrs_loops *loops;
    const ck_qrs_engine *engine;

    ck_qrs_input input;
    float inputs[qrs_inputs_max];
    size_t n_inputs;
    const double *ahead; /* of the input, what follows; where n_ahead is above 0 */
    size_t n_ahead;
    ptrdiff_t gap_ends[qrs_gaps_max];
    size_t n_gaps;

    ptrdiff_t origin;     /* index of element 0 of the waves */
    ptrdiff_t n_inner;    /* inner samples there are */
    ptrdiff_t n_low, n_wave; /* of the envelopes, of the wave */
    float inner[qrs_waves], wave[qrs_waves];
    float high[qrs_waves], low[qrs_waves + qrs_beyond]; /* the envelopes, squared */

    ptrdiff_t scanned;    /* candidates are known before it */
    ptrdiff_t end;        /* of the input, once known; candidates from there on do not count */
    ck_qrs_candidate candidates[qrs_candidates_max];
    ptrdiff_t n_candidates, n_decided;

    ck_qrs_levels levels;
    int has_learned;
    ptrdiff_t first;      /* inner sample that moved; -1: none yet */
    ptrdiff_t active;     /* last beat, end of a gap, or where levels were learned */
    ck_qrs_candidate last;
    int is_last_known;    /* not after a gap */
    int is_searched;      /* what follows the last beat has been searched */
    int follows_gap;

    const ck_qrs_weights *weighing; /* the standard ones or its own */
    ck_qrs_weights own_weighing;
    double max_wave_score, max_after_score; /* that the measures of these can add to a score */
    ck_qrs_trace *trace;
    void *trace_context;
};

/* ---- ck_qrs_plan.c ---- */

/* Filters, spans and loops for the rate it has. */
void ck_qrs_plan(ck_qrs *qrs, ck_cpu_level level);

/* ---- ck_qrs_weights.c ---- */

/* Decides by these weights from now on; they stay where they are. */
void ck_qrs_weigh_by(ck_qrs *qrs, const ck_qrs_weights *weights);

#endif
