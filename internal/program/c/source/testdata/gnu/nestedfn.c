int f(int x){ int g(int y){ return x + y; } return g(1); }
