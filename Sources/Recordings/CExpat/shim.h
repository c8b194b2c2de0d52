/* The system's libexpat, as Swift sees it. */
#ifndef RESONANCE_CEXPAT_SHIM_H
#define RESONANCE_CEXPAT_SHIM_H

#include <expat.h>

#endif
