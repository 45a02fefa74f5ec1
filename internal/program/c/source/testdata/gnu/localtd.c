typedef int T; int f(T T){ return T; } int g(void){ int T = 3; return T * T; } struct T { T T; } ; int h(void){ T x = 1; { typedef char T; T y = 2; x += y; } return x; }
int k(int a) { struct in { int z; } v = {a}; enum { Q = 3 }; return v.z + Q; } int lab(int x){ T: x++; if (x<3) goto T; return x; }
