/* The system's libdbus-1, as Swift sees it. */
#ifndef RESONANCE_CDBUS_SHIM_H
#define RESONANCE_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif
