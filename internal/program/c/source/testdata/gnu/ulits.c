#include <stddef.h>
const char *a = u8"x"; typedef unsigned short c16; 
int *b = L"abc"; int c = L'x'; int d = U'x'; int e= u'y'; 
