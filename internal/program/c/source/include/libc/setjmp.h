#ifndef _SETJMP_H
#define _SETJMP_H
typedef struct __jmp_buf_tag {
#ifdef __x86_64__
	long __registers[8];
#else
	int __registers[6];
#endif
	int __mask_saved;
	unsigned long __mask[1024 / (8 * sizeof(unsigned long))];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
_Noreturn void longjmp(jmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
#endif
