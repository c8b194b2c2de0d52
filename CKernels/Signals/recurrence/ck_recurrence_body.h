/* The lines of ck_recurrence, compiled once for every instruction set. */
#ifndef CK_RECURRENCE_BODY_H
#define CK_RECURRENCE_BODY_H

#include "ck_recurrence.h"
#include "ck_variants.h"

#define CK_RECURRENCE_WORD 64

/* Bit j: whether d[j] <= threshold, j = 0 ... 63. */
typedef unsigned long long ck_below_word(const double *d, double threshold);

/* Goes on through the `left` lowest bits of a word with a line of `length` so far; counts the lines
 * that end; returns the length of the one that reaches the last bit, or 0. */
CK_INLINE size_t ck_recurrence_lines_of_word(unsigned long long word, size_t left, size_t length,
                                             size_t *restrict lengths)
{
    while (word != 0) {
        const size_t gap = (size_t)__builtin_ctzll(word);
        if (gap > 0) {
            lengths[length]++;
            length = 0;
            word >>= gap;
            left -= gap;
        }
        const size_t ones = ~word == 0 ? left : (size_t)__builtin_ctzll(~word);
        length += ones;
        if (ones == left) {
            return length;
        }
        word >>= ones;
        left -= ones;
    }
    lengths[length]++;
    return 0;
}

/* Lines of no values are counted too, in lengths[0]: that costs less than asking. */
CK_INLINE void ck_recurrence_lines_body(const double *restrict d, size_t count, double threshold,
                                        size_t *restrict lengths, ck_below_word below)
{
    const size_t none = lengths[0];
    size_t length = 0, j = 0;
    for (; j + CK_RECURRENCE_WORD <= count; j += CK_RECURRENCE_WORD) {
        length = ck_recurrence_lines_of_word(below(d + j, threshold), CK_RECURRENCE_WORD, length,
                                             lengths);
    }
    if (j < count) {
        unsigned long long word = 0;
        for (size_t bit = 0; j + bit < count; bit++) {
            word |= (unsigned long long)(d[j + bit] <= threshold) << bit;
        }
        length = ck_recurrence_lines_of_word(word, count - j, length, lengths);
    }
    lengths[length]++;
    lengths[0] = none;
}

/* The function of one level, which has a ck_below_word of its own. */
#define CK_RECURRENCE_VARIANT(TARGET, LEVEL, BELOW)                                                \
    TARGET void ck_recurrence_lines_##LEVEL(const double *restrict d, size_t count,                \
                                            double threshold, size_t *restrict lengths)            \
    {                                                                                              \
        ck_recurrence_lines_body(d, count, threshold, lengths, BELOW);                             \
    }

#endif
