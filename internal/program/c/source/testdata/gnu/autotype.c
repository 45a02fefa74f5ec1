int f(int x){ __auto_type y = x + 1L; return y; }
