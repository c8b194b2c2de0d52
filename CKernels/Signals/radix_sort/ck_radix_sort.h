/* Ascending order of a series. */
#ifndef CK_RADIX_SORT_H
#define CK_RADIX_SORT_H

#include <stddef.h>

typedef unsigned long long ck_key;

/* Values as whole numbers that ascend with them, and the indices they come from. */
typedef struct {
    ck_key *keys;
    unsigned *order;
} ck_sorted;

/* The order of x[n]; equal values keep theirs, and -0 comes before 0. a and b have space for n each
 * and do not overlap; the result is one of the two. O(n) for every byte in which values differ. */
ck_sorted ck_radix_sort(const double *x, size_t n, ck_sorted a, ck_sorted b);

#endif
