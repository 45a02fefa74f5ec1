#ifndef _WCTYPE_H
#define _WCTYPE_H
typedef __WINT_TYPE__ wint_t;
int iswalnum(wint_t);
int iswalpha(wint_t);
int iswdigit(wint_t);
int iswlower(wint_t);
int iswspace(wint_t);
int iswupper(wint_t);
wint_t towlower(wint_t);
wint_t towupper(wint_t);
#endif
