// verdict: TRUE
// The parity of y decides how x goes on; preimages do not see it.
extern unsigned unknown(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = unknown();
  while (x < 90) {
    if (y % 2 == 0) x += 2;
    else x++;
    if (y % 2 == 0) x += 2;
    else x -= 2;
  }
  if (x % 2 != y % 2) reach_error();
  return 0;
}
