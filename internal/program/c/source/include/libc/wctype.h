#ifndef _WCTYPE_H
#define _WCTYPE_H
typedef __WINT_TYPE__ wint_t;
int iswalnum(wint_t);
int iswalpha(wint_t);
int iswdigit(wint_t);
int iswlower(wint_t);
int iswspace(wint_t);
int iswupper(wint_t);
int iswblank(wint_t);
int iswcntrl(wint_t);
int iswgraph(wint_t);
int iswprint(wint_t);
int iswpunct(wint_t);
int iswxdigit(wint_t);
wint_t towlower(wint_t);
wint_t towupper(wint_t);
#endif
