// verdict: FALSE
// 300 rounds, and 900 is even.
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (x < 898) x += 3;
  if (!(x % 2)) reach_error();
  return 0;
}
