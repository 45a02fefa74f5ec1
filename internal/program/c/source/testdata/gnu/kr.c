int f(a,b) int a; char *b; { return a+*b; }
int g() { return h(1); }
main() { return g(); }
