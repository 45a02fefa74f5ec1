// verdict: FALSE
extern unsigned unknown(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = unknown();
  while (x < 20) {
    if (y % 2 == 0) x += 2;
    else x++;
  }
  if (x % 2 == y % 2) reach_error();
  return 0;
}
