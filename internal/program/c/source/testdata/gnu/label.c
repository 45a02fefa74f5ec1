int f(int x){ __label__ out, in; if(x) goto out; in: x++; out: return x; }
int g(int x){ int y = ({ __label__ l; if (x) goto l; x=1; l: x; }); return y; }
int h(int x){ for(;;){ __label__ q; if(x) goto q; x++; continue; q: break; } return 0;}
