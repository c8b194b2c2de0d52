#include "ck_dfa.h"

#include "ck_dfa_body.h"

CK_DFA_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_dfa_sums);
CK_VARIANTS(ck_dfa_boxes);

void ck_dfa_sums(ck_cpu_level level, const double *restrict x, size_t n,
                 const size_t *restrict sizes, size_t n_sizes, double *restrict sums)
{
    CK_DISPATCH(level, ck_dfa_sums, x, n, sizes, n_sizes, sums);
}

void ck_dfa_boxes(ck_cpu_level level, const double *restrict x, size_t n, size_t size,
                  double *restrict boxes)
{
    CK_DISPATCH(level, ck_dfa_boxes, x, n, size, boxes);
}
