// verdict: FALSE
// As bounds-line.c, and the buffer begins anew one character too late.
extern int unknown(void);
enum { SIZE = 12 };
int main(void) {
  char line[SIZE];
  int at = 0, c;
  while ((c = unknown()) != 0) {
    if (at == SIZE)
      at = 0;
    line[at++] = c;
    if (c == '\n') {
      if (at > 1 && line[at - 2] == '\r')
        at--;
      line[at] = 0;
      at = 0;
    }
  }
  line[at] = 0;
  return 0;
}
