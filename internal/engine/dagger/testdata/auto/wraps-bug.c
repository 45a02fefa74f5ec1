// verdict: FALSE
// a wraps before b does.
extern int unknown(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = 250, b = 0;
  while (unknown()) {
    a++;
    b++;
  }
  if (a < b) reach_error();
  return 0;
}
