#ident "nobody looks at it"
#warning isn't read
#if 0
#import "nothing"
#no such directive, don't look
#embed "nothing"
#endif
#
#define NUMBER \
	1
#und\
ef NUMBER
#ifdef NUMBER
#error it was undefined
#elifndef NUMBER
int number;
#endif
