// verdict: TRUE
// A buffer for lines that begins anew when it is full; the index goes back behind '\r'.
extern int unknown(void);
enum { SIZE = 12 };
int main(void) {
  char line[SIZE];
  int at = 0, c;
  while ((c = unknown()) != 0) {
    if (at == SIZE - 1)
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
