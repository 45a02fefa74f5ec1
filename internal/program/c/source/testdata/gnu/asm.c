int f(int x){ int y; asm("mov %1,%0":"=r"(y):"r"(x)); __asm__ __volatile__("nop":::"memory"); asm volatile ("" : [a] "+r" (x) : : "cc"); asm goto ("jmp %l0" : : : : out); asm("nop"); asm volatile("x" "y" : "=m"(y)); asm inline ("x"); out: return y; }
asm(".globl x");
int v __asm__("vv") = 3;
