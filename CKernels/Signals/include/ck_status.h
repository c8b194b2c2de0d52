/* What every ck_..._create answers. */
#ifndef CK_STATUS_H
#define CK_STATUS_H

typedef enum ck_status {
    CK_OK = 0,            /* the plan is ready */
    CK_OUT_OF_MEMORY = 1, /* an allocation failed; nothing is leaked, the plan is NULL */
    CK_BAD_ARGUMENT = 2   /* a count or a parameter is outside the range its header states */
} ck_status;

#endif
