#ifndef _WCHAR_H
#define _WCHAR_H
#include <stdint.h>
#include <stdarg.h>
#include <stddef.h>
typedef __WINT_TYPE__ wint_t;
typedef struct {
	int __count;
	unsigned __value;
} mbstate_t;
#define WEOF 0xffffffffu
wchar_t *wcscat(wchar_t *, const wchar_t *);
wchar_t *wcschr(const wchar_t *, wchar_t);
int wcscmp(const wchar_t *, const wchar_t *);
wchar_t *wcscpy(wchar_t *, const wchar_t *);
size_t wcslen(const wchar_t *);
int wcsncmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t);
int wprintf(const wchar_t *, ...);
int swprintf(wchar_t *, size_t, const wchar_t *, ...);
#endif
