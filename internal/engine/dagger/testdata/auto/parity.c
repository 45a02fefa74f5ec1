// verdict: TRUE
// x stays even though it wraps.
extern void reach_error(void);
int main(void) {
  unsigned x = 6;
  while (x >= 6) x += 4;
  if (x % 2) reach_error();
  return 0;
}
