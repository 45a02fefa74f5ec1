/* What a program needs to run on a 32-bit Linux where the C library has no 32-bit version: a start,
   the harness's system calls, and the parts of the library that verification tasks use. All weak:
   the program's own definitions come first. */
#define WEAK __attribute__((weak))
typedef unsigned size;

static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}

static char **environment;

/* Is called before the program ends. */
WEAK void craig_ending(void) {}
static void end(int status) {
  craig_ending();
  for (;;) call(1, status, 0, 0);
}

void craig_start(long *stack) {
  extern int main();
  typedef void set_up(void);
  extern set_up *__init_array_start[], *__init_array_end[];
  int argc = stack[0];
  char **argv = (char **)(stack + 1);
  environment = argv + argc + 1;
  for (set_up **f = __init_array_start; f < __init_array_end; f++) (*f)();
  end(main(argc, argv, environment));
}
__asm__(".globl _start\n_start: xor %ebp, %ebp\n mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push %eax\n call craig_start\n");

WEAK long write(int file, const void *text, unsigned long n) { return call(4, file, (long)text, n); }
WEAK int creat(const char *name, unsigned mode) { return call(8, (long)name, mode, 0); }
WEAK void _exit(int status) { end(status); }
WEAK int *__errno_location(void) { static int number; return &number; }
WEAK void exit(int status) { end(status); }
WEAK void _Exit(int status) { end(status); }
WEAK void abort(void) { end(134); }
WEAK void *mmap(void *at, unsigned long n, int access, int flags, int file, long offset) {
  long arguments[] = {(long)at, n, access, flags, file, offset};
  return (void *)call(90, (long)arguments, 0, 0);
}
WEAK char *getenv(const char *name) {
  for (char **e = environment; *e; e++) {
    const char *p = *e, *q = name;
    while (*q && *p == *q) p++, q++;
    if (!*q && *p == '=') return (char *)p + 1;
  }
  return 0;
}

WEAK void *memset(void *to, int c, size n) {
  for (char *p = to; n; n--) *p++ = c;
  return to;
}
WEAK void *memcpy(void *to, const void *from, size n) {
  const char *q = from;
  for (char *p = to; n; n--) *p++ = *q++;
  return to;
}
WEAK void *memmove(void *to, const void *from, size n) {
  char *p = to;
  const char *q = from;
  if (p < q) return memcpy(to, from, n);
  while (n--) p[n] = q[n];
  return to;
}
WEAK int memcmp(const void *a, const void *b, size n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q) return *p - *q;
  return 0;
}
WEAK size strlen(const char *s) {
  size n = 0;
  while (s[n]) n++;
  return n;
}
WEAK int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
WEAK int strncmp(const char *a, const char *b, size n) {
  for (; n && *a && *a == *b; n--) a++, b++;
  return n ? (unsigned char)*a - (unsigned char)*b : 0;
}
WEAK char *strcpy(char *to, const char *from) {
  memcpy(to, from, strlen(from) + 1);
  return to;
}
WEAK char *strncpy(char *to, const char *from, size n) {
  size i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}
WEAK char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

/* Memory is never given back, and zero. */
static char heap[64 << 20] __attribute__((aligned(16)));
static size used;
WEAK void *malloc(size n) {
  if (n > sizeof heap - used - 32) return 0;
  char *p = heap + used;
  *(size *)p = n;
  used += 16 + ((n + 15) & ~15u);
  return p + 16;
}
WEAK void *calloc(size n, size each) {
  unsigned long long all = (unsigned long long)n * each;
  return all > sizeof heap ? 0 : malloc(all);
}
WEAK void *realloc(void *old, size n) {
  void *p = malloc(n);
  if (p && old) {
    size before = *(size *)((char *)old - 16);
    memcpy(p, old, before < n ? before : n);
  }
  return p;
}
WEAK void free(void *p) {}

/* Nobody reads what is printed. */
WEAK int printf(const char *format, ...) { return 0; }
WEAK int puts(const char *s) { return 0; }
WEAK int putchar(int c) { return c; }

/* What gcc calls for 64-bit division. */
static unsigned long long divide(unsigned long long a, unsigned long long b, unsigned long long *rest) {
  unsigned long long q = 0, r = 0;
  if (!b) __builtin_trap();
  for (int i = 63; i >= 0; i--) {
    int carry = r >> 63;
    r = r << 1 | (a >> i & 1);
    if (carry || r >= b) r -= b, q |= 1ull << i;
  }
  *rest = r;
  return q;
}
WEAK unsigned long long __udivdi3(unsigned long long a, unsigned long long b) {
  unsigned long long r;
  return divide(a, b, &r);
}
WEAK unsigned long long __umoddi3(unsigned long long a, unsigned long long b) {
  unsigned long long r;
  divide(a, b, &r);
  return r;
}
WEAK long long __divdi3(long long a, long long b) {
  unsigned long long r, q = divide(a < 0 ? -(unsigned long long)a : a, b < 0 ? -(unsigned long long)b : b, &r);
  return (a < 0) != (b < 0) ? -q : q;
}
WEAK long long __moddi3(long long a, long long b) {
  unsigned long long r;
  divide(a < 0 ? -(unsigned long long)a : a, b < 0 ? -(unsigned long long)b : b, &r);
  return a < 0 ? -r : r;
}
