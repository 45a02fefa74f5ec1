int a$b = 1; int f(void){ return a$b; }
