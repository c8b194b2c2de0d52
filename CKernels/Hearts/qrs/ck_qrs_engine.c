/* The engine of ck_qrs for any processor. */
#include "ck_qrs_engine_body.h"

const ck_qrs_engine ck_qrs_engine_plain = {push, finish};
