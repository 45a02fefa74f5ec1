int f(int x){ switch(x){ case 1 ... 5: return 1; case 7: default: return 2;} }
