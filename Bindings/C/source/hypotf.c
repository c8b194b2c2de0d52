#include <math.h>

/* The toolchain's library asks for the hypotf of glibc 2.35. This one serves instead, is not exported, and lets the
 * library work with 2.34 on. The product of two floats fits into a double without rounding. */
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
    if (isinf(x) || isinf(y)) return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}
