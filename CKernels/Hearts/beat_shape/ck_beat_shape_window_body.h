/* The samples around a beat: from the caller's array into the kernel's, missing ones bridged. */
#ifndef CK_BEAT_SHAPE_WINDOW_BODY_H
#define CK_BEAT_SHAPE_WINDOW_BODY_H

#include "ck_beat_shape_state.h"
#include "ck_platform.h"

/* How long a cut-off peak is at least; s. */
#define CLIPPED_S 0.016

static int is_missing(double x)
{
    return !(x <= CK_BEAT_SHAPE_LARGEST && x >= -CK_BEAT_SHAPE_LARGEST);
}

/* raw[first ... last - 1] is missing; its neighbours, where there are any, are not. */
static void bridge(ck_beat_shape *s, size_t first, size_t last)
{
    const float right = last < s->raw_count ? s->raw[last] : s->raw[first - 1];
    const float left = first > 0 ? s->raw[first - 1] : right;
    const float step = (right - left) / (float)(last - first + 1);
    for (size_t i = first; i < last; i++) {
        s->raw[i] = left + step * (float)(i - first + 1);
    }
}

/* Fills raw with the samples around x[middle]; answers how many of those within 60 ms are missing,
 * all of them where nothing is there. */
static size_t ck_beat_shape_gather(ck_beat_shape *s, const double *x, size_t n, double middle)
{
    double first = middle - (double)s->raw_centre;
    /* Of the beat itself: what lies beside it may be far off. */
    int has_level = middle < (double)n && !is_missing(x[(size_t)middle]);
    double level = has_level ? x[(size_t)middle] : 0;
    if (first >= 0 && first + (double)s->raw_count <= (double)n
        && s->loops->copy(x + (size_t)first, s->raw_count, level, s->raw)) {
        return 0;
    }
    size_t about = (size_t)(CK_BEAT_SHAPE_ABOUT_S * s->rate_hz), missing = 0, run = 0, found = 0;
    for (size_t i = 0; i < s->raw_count; i++) {
        double at = first + (double)i;
        if (!(at >= 0 && at < (double)n) || is_missing(x[(size_t)at])) {
            missing += i + about >= s->raw_centre && i <= s->raw_centre + about;
            run++;
            continue;
        }
        level = has_level || found > 0 ? level : x[(size_t)at];
        found++;
        s->raw[i] = (float)(x[(size_t)at] - level);
        if (run > 0) {
            bridge(s, i - run, i);
            run = 0;
        }
    }
    if (run > 0 && found > 0) {
        bridge(s, s->raw_count - run, s->raw_count);
    }
    return missing;
}

/* Whether the values about raw[at], an extremum, are one for 16 ms. */
static int ck_beat_shape_is_clipped(const ck_beat_shape *s, double at)
{
    size_t middle = (size_t)ck_rint(at), first = middle, last = middle;
    while (first > 0 && s->raw[first - 1] == s->raw[middle]) {
        first--;
    }
    while (last + 1 < s->raw_count && s->raw[last + 1] == s->raw[middle]) {
        last++;
    }
    double count = (double)(last - first + 1);
    return count >= CLIPPED_S * s->rate_hz && count >= 3;
}

#endif
