// verdict: FALSE
// One lock is not taken.
extern int unknown(void);
extern void reach_error(void);
int main(void) {
  int p0 = unknown(), l0;
  int p1 = unknown(), l1;
  int p2 = unknown(), l2;
  int p3 = unknown(), l3;
  int p4 = unknown(), l4;
  while (unknown()) {
    l0 = 0;
    l1 = 0;
    l2 = 0;
    l3 = 0;
    l4 = 0;
    if (p0 != 0) l0 = 1;
    if (p1 != 0) l1 = 1;
    if (p2 != 0) l2 = 1;
    if (p4 != 0) l4 = 1;
    if (p0 != 0) {
      if (l0 != 1) goto error;
      l0 = 0;
    }
    if (p1 != 0) {
      if (l1 != 1) goto error;
      l1 = 0;
    }
    if (p2 != 0) {
      if (l2 != 1) goto error;
      l2 = 0;
    }
    if (p3 != 0) {
      if (l3 != 1) goto error;
      l3 = 0;
    }
    if (p4 != 0) {
      if (l4 != 1) goto error;
      l4 = 0;
    }
  }
  return 0;
error:
  reach_error();
  return 1;
}
