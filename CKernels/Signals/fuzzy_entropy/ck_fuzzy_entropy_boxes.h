/* The sums of ck_fuzzy_entropy for templates of two and three values, without looking at every pair.
 *
 * A template of two values less its mean is (-h, h): distances are those of one number. One of
 * three is (y0, y1, y2) of sum 0. Of the differences of two such templates one, say the k-th, has
 * the sign that the other two have not; it is the largest, and it is minus their sum. So the pairs
 * fall into three sets: in set k are those where one template is at most the other in both
 * coordinates that are not k, and their degrees depend on coordinate k alone. Each set is a sum
 * over such an order: by halves of the one coordinate, in each a sweep along the other.
 *
 * A sweep adds up exp(-(u + t)^2) = exp(-u^2) sum over n of (-2 u)^n exp(-t^2) t^n / n!, where t is
 * a source's position in its box and u the way from the target to the box's centre. Boxes are
 * narrow enough for 22 terms, and those further away than 6 r are left out: together below 3e-16 a
 * pair.
 *
 * Source: Greengard and Strain 1991, SIAM J. Sci. Stat. Comput. 12:79 (boxes of one side's terms);
 * Bentley 1980, Commun. ACM 23:214 (an order in two coordinates, by halves).
 */
#ifndef CK_FUZZY_ENTROPY_BOXES_H
#define CK_FUZZY_ENTROPY_BOXES_H

#include <stddef.h>

#include "ck_cpu.h"

/* Fewer templates are quicker pair by pair. */
#define CK_FUZZY_ENTROPY_BOXES_MIN 1200

/* Doubles of scratch memory for `count` templates. */
size_t ck_fuzzy_entropy_boxes_scratch_count(size_t count);

/* The sum for templates of `length` values, 2 or 3; negative where the values are spread over more
 * boxes than the scratch memory has, as r is small. Error: 3e-16 of the number of pairs, and
 * roundings. */
double ck_fuzzy_entropy_boxes(ck_cpu_level level, const double *x, const size_t *starts,
                              size_t count, size_t length, double r, double *scratch);

#endif
