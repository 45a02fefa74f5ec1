// verdict: TRUE
// Both counters wrap at the same time.
extern int unknown(void);
extern void reach_error(void);
int main(void) {
  unsigned a = 0, b = 0;
  while (unknown()) {
    a++;
    b++;
  }
  if (a != b) reach_error();
  return 0;
}
