#line 2 "<craig>/blocks.c"
/* What is left of the heap when the program ends: its own calls of malloc and its kin come here (ld --wrap). */
#define QUIET __attribute__((no_sanitize_address, no_sanitize_undefined))
typedef __SIZE_TYPE__ size;
extern void *__real_malloc(size), *__real_calloc(size, size), *__real_realloc(void *, size);
extern void *__real_aligned_alloc(size, size);
extern char *__real_strdup(const char *), *__real_strndup(const char *, size);
extern void __real_free(void *), __real_abort(void), __real__Exit(int), __real_quick_exit(int);
extern long craig_write(int, const void *, unsigned long) __asm__("write");
extern void __sanitizer_symbolize_pc(void *, const char *, char *, size) __attribute__((weak));
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));
#ifndef CRAIG_LEAKS
#define CRAIG_LEAKS 0
#endif

struct block { void *at; size bytes; void *by; struct block *next; };
static struct block *blocks;

QUIET static void *begin(void *at, size bytes, void *by) {
  struct block *b = at && !CRAIG_LEAKS ? __real_malloc(sizeof *b) : 0; /* which would lead to it */
  if (b) {
    b->at = at, b->bytes = bytes, b->by = by, b->next = blocks;
    blocks = b;
  }
  return at;
}

QUIET static void end(void *at) {
  for (struct block **b = &blocks; *b; b = &(*b)->next)
    if ((*b)->at == at) {
      struct block *gone = *b;
      *b = gone->next;
      __real_free(gone);
      return;
    }
}

#define CALLER __builtin_return_address(0)
QUIET void *__wrap_malloc(size n) { return begin(__real_malloc(n), n, CALLER); }
QUIET void *__wrap_calloc(size k, size n) { return begin(__real_calloc(k, n), k * n, CALLER); }
QUIET void *__wrap_aligned_alloc(size a, size n) { return begin(__real_aligned_alloc(a, n), n, CALLER); }
QUIET char *__wrap_strdup(const char *s) { return begin(__real_strdup(s), 0, CALLER); }
QUIET char *__wrap_strndup(const char *s, size n) { return begin(__real_strndup(s, n), 0, CALLER); }
QUIET void *__wrap_realloc(void *p, size n) {
  void *q = __real_realloc(p, n);
  if (q || n == 0) end(p);
  return begin(q, n, CALLER);
}
QUIET void __wrap_free(void *p) {
  end(p);
  __real_free(p);
}

QUIET static void say(const char *s) {
  long n = 0;
  while (s[n]) n++;
  craig_write(2, s, n);
}

/* What the program has left on the stack would seem to lead to blocks: it is far below what runs at the end. */
extern int __real_main(int, char **, char **);
QUIET int __wrap_main(int n, char **args, char **environment) {
  volatile char room[1 << 16];
  room[0] = 0;
  return __real_main(n, args, environment) + room[0];
}

QUIET static void ending(void) {
  static int done;
  if (done++) return;
  if (CRAIG_LEAKS) {
    if (__lsan_do_recoverable_leak_check) __lsan_do_recoverable_leak_check();
    return;
  }
  for (struct block *b = blocks; b; b = b->next) {
    char place[4096] = "?:0";
    if (__sanitizer_symbolize_pc) __sanitizer_symbolize_pc((char *)b->by - 1, "%s:%l", place, sizeof place);
    say("a block is left that was allocated at ");
    say(place);
    say("\n");
  }
}
__attribute__((destructor(101))) static void craig_end(void) { ending(); }
void __wrap_abort(void) { ending(); __real_abort(); }
void __wrap__Exit(int status) { ending(); __real__Exit(status); }
void __wrap_quick_exit(int status) { ending(); __real_quick_exit(status); }
