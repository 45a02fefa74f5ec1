#ifndef _SETJMP_H
#define _SETJMP_H
typedef struct {
	long __regs[8];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
_Noreturn void longjmp(jmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
#endif
