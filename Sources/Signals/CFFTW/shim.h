/* The system's FFTW (double precision), as Swift sees it. */
#ifndef RESONANCE_CFFTW_SHIM_H
#define RESONANCE_CFFTW_SHIM_H

#include <fftw3.h>

/* The version text; the array itself cannot be imported into Swift. */
static inline const char *cfftw_version(void) { return fftw_version; }

#endif
