#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H
#include <sys/types.h>
#include <bits/wait.h>
#define WCOREFLAG 0x80
#define WCOREDUMP(status) ((status) & WCOREFLAG)
#define W_EXITCODE(value, signal) ((value) << 8 | (signal))
#define W_STOPCODE(signal) ((signal) << 8 | 0x7f)
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
#endif
