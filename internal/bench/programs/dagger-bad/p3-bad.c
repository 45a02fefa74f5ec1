/* The prescan of addresses in sendmail, as the paper dagger describes p3-bad: nested loops with
   branches, and a counterexample whose length grows with the size of the buffer. Behind a
   backslash the room is not looked at. */
extern void reach_error(void);
extern int unknown(void);

enum { SIZE = 10 };

static void put(int at)
{
  if (at < 0 || at >= SIZE)
    reach_error();
}

int main(void)
{
  int c, delimiter = unknown();
  int at = 0, backslash = 0;

  do {
    for (;;) {
      c = unknown();
      if (c == 0 || c == delimiter && !backslash)
        break;
      if (backslash) {
        backslash = 0;
        put(at);
        at++;
      } else if (c == '\\') {
        backslash = 1;
      } else if (c == '<') {
        while (unknown())
          if (unknown())
            break;
      } else {
        if (at >= SIZE - 5)
          return 1;
        put(at);
        at++;
      }
    }
    if (unknown()) {
      if (at >= SIZE - 5)
        return 1;
      put(at);
      at++;
    }
  } while (c != 0);
  return 0;
}
