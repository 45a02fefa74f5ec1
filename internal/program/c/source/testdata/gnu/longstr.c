char *s = "a" "b" /* c */ "d" 
"e\
f"; int x = 1 \
 + 2; // comment \
 continued
int y;
