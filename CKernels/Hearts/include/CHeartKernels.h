/* The kernels that know heart beats: the contract of each is in its own header. */
#ifndef C_HEART_KERNELS_H
#define C_HEART_KERNELS_H

#include "ck_beat_class.h"
#include "ck_beat_shape.h"
#include "ck_beat_tracker.h"
#include "ck_qrs.h"

#endif
