#define max(a,b) ({ __typeof__(a) _a=(a); __typeof__(b) _b=(b); _a>_b?_a:_b; })
int f(int x,int y){ return max(x,y)+({int z=3;z;})+({;;x;}); }
void g(void){ ({ }); }
