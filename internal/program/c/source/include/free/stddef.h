#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
	long long __max_align_ll;
	long double __max_align_ld;
#ifdef __i386__
	_Alignas(16) char __max_align_f128[16];
#endif
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
/* Parts of system headers ask for one definition at a time. */
#ifdef __need_wint_t
typedef __WINT_TYPE__ wint_t;
#endif
#undef __need_size_t
#undef __need_ptrdiff_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL
