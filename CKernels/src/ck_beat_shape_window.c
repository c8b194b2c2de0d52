/* The samples around a beat: from the caller's array into the kernel's, missing ones bridged. */
#include "ck_beat_shape_state.h"
#include "ck_platform.h"

/* What counts as about a beat, and how long a cut-off peak is at least; s. */
#define ABOUT_S 0.06
#define CLIPPED_S 0.016

static int is_missing(double x) { return !(x <= CK_SHAPE_LARGEST && x >= -CK_SHAPE_LARGEST); }

/* raw[first ... last - 1] is missing; its neighbours, where there are any, are not. */
static void bridge(ck_beat_shape *s, size_t first, size_t last)
{
    double right = last < s->raw_count ? s->raw[last] : s->raw[first - 1];
    double left = first > 0 ? s->raw[first - 1] : right;
    double step = (right - left) / (double)(last - first + 1);
    for (size_t i = first; i < last; i++) {
        s->raw[i] = left + step * (double)(i - first + 1);
    }
}

size_t ck_shape_gather(ck_beat_shape *s, const double *x, size_t n, double middle)
{
    double first = middle - (double)s->raw_centre, level = 0;
    if (first >= 0 && first + (double)s->raw_count <= (double)n
        && s->loops->copy(x + (size_t)first, s->raw_count, s->raw)) {
        return 0;
    }
    size_t about = (size_t)(ABOUT_S * s->rate_hz), missing = 0, run = 0, found = 0;
    for (size_t i = 0; i < s->raw_count; i++) {
        double at = first + (double)i;
        if (!(at >= 0 && at < (double)n) || is_missing(x[(size_t)at])) {
            missing += i + about >= s->raw_centre && i <= s->raw_centre + about;
            run++;
            continue;
        }
        level = found++ == 0 ? x[(size_t)at] : level;
        s->raw[i] = x[(size_t)at] - level;
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

int ck_shape_is_clipped(const ck_beat_shape *s, double at)
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
