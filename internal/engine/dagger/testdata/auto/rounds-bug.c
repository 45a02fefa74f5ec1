// verdict: FALSE
// The program determines its 700 rounds.
extern void reach_error(void);
int main(void) {
  int x = 1, y = 0;
  while (y < 700) {
    x = 0;
    y++;
  }
  if (x != 1) reach_error();
  return 0;
}
