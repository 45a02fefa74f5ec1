// Functions each call of which goes wrong outside of an object, whose comment says whether that rests on a guess at how long it is.

// guess
int behind(const unsigned char *buf, unsigned long len) { return buf[len]; }

// never
int array(const unsigned char *buf, unsigned long len) {
  int t[4] = {0};
  return t[4 + (len > 0 && buf[0] & 1)];
}

struct frame { unsigned char head[4]; int rest; };

// never
int member(const struct frame *f, int k) { return f->head[4 + (k & 1)]; }

// never
int block(const int *from) {
  int *to = __builtin_malloc(4);
  to[1] = from[0];
  return to[0];
}

// guess
int tagged(const unsigned char *t, int k) {
  int *p = t[0] < 21 ? 0 : &k;
  return *p + t[k & 255 | 1];
}

// guess
int always(const unsigned char *t, unsigned char k) { return t[k + 1]; }
