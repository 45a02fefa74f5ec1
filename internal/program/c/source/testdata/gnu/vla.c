int f(int n, int a[n], int m[static 3]){ int b[n]; int c[n][n+1]; b[0]=sizeof(b); return a[0]+b[0]+sizeof c; }
int f(int n, int a[n], int m[static 3]);
