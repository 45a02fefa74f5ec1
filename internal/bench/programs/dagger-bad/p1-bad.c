/* The address scanner of sendmail, as the paper dagger describes p1-bad: nested loops with
   branches, and a counterexample whose length grows with the size of the buffer. A closing
   parenthesis gives room for itself, and an opening one takes none. */
extern void reach_error(void);
extern int unknown(void);

enum { SIZE = 8 };

static void put(int at)
{
  if (at < 0 || at >= SIZE)
    reach_error();
}

int main(void)
{
  int c = unknown();
  int at = 0, room = SIZE - 3;

  while (c == ' ' || c == '\t')
    c = unknown();
  while (c != 0) {
    if (c == '(') {
      while (c != ')' && unknown())
        c = unknown();
    }
    if (c == ')') {
      room++;
    } else if (at < room) {
      put(at);
      at++;
    }
    c = unknown();
  }
  return 0;
}
