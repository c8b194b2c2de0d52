#include "ck_radix_sort.h"

/* A whole number that ascends with x: the sign's bit set, or for negative numbers all bits
 * turned. */
static ck_key key_of(double x)
{
    ck_key bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (1ULL << 63);
}

/* One pass of a radix sort, by the byte at `shift`; from and to do not overlap. */
static void sort_by_byte(ck_sorted from, ck_sorted to, size_t n, unsigned shift)
{
    size_t index[256] = {0};
    for (size_t i = 0; i < n; i++) {
        index[from.keys[i] >> shift & 255]++;
    }
    size_t sum = 0;
    for (size_t byte = 0; byte < 256; byte++) {
        const size_t count = index[byte];
        index[byte] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t p = index[from.keys[i] >> shift & 255]++;
        to.keys[p] = from.keys[i];
        to.order[p] = from.order[i];
    }
}

ck_sorted ck_radix_sort(const double *x, size_t n, ck_sorted a, ck_sorted b)
{
    ck_key differing = 0;
    for (size_t i = 0; i < n; i++) {
        a.keys[i] = key_of(x[i]);
        a.order[i] = (unsigned)i;
        differing |= a.keys[i] ^ a.keys[0];
    }
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (differing >> shift & 255) {
            sort_by_byte(a, b, n, shift);
            const ck_sorted sorted = b;
            b = a;
            a = sorted;
        }
    }
    return a;
}
