// verdict: TRUE
// Each way to the error needs one lock; all ways together need all combinations.
extern int unknown(void);
extern void reach_error(void);
int main(void) {
  int p0 = unknown(), l0;
  int p1 = unknown(), l1;
  int p2 = unknown(), l2;
  int p3 = unknown(), l3;
  int p4 = unknown(), l4;
  int p5 = unknown(), l5;
  int p6 = unknown(), l6;
  int p7 = unknown(), l7;
  while (unknown()) {
    l0 = 0;
    l1 = 0;
    l2 = 0;
    l3 = 0;
    l4 = 0;
    l5 = 0;
    l6 = 0;
    l7 = 0;
    if (p0 != 0) l0 = 1;
    if (p1 != 0) l1 = 1;
    if (p2 != 0) l2 = 1;
    if (p3 != 0) l3 = 1;
    if (p4 != 0) l4 = 1;
    if (p5 != 0) l5 = 1;
    if (p6 != 0) l6 = 1;
    if (p7 != 0) l7 = 1;
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
    if (p5 != 0) {
      if (l5 != 1) goto error;
      l5 = 0;
    }
    if (p6 != 0) {
      if (l6 != 1) goto error;
      l6 = 0;
    }
    if (p7 != 0) {
      if (l7 != 1) goto error;
      l7 = 0;
    }
  }
  return 0;
error:
  reach_error();
  return 1;
}
