/* A question that long kernels ask between their parts: whether to leave out what is left. Their result is of no use
 * then. It is asked by the thread that called the kernel, and returns 0 to go on. */
#ifndef CK_STOP_H
#define CK_STOP_H

typedef int (*ck_stop)(void);

#endif
