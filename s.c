extern void reach_error(void);
int g(int) __asm__("a");
int g(int) __asm__("b");
int a(int x) { return x; }
int main(void) { if (g(1) != 1) reach_error(); }
