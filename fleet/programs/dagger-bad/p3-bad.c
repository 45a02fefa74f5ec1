/* The prescan of addresses in sendmail, as the paper dagger describes p3-bad: nested loops with
   branches, and a counterexample whose length grows with the size of the buffer. Behind a
   backslash the room is not looked at. */
extern void reach_error(void);
extern int unknown(void);

enum { SIZE = 20 };

static void put(int at)
{
  if (at < 0 || at >= SIZE)
    reach_error();
}

int main(void)
{
  int c = -1, delimiter = unknown();
  int at = 0, comment = 0, angle = 0, state = 1, backslash = 0;

  do {
    for (;;) {
      if (c != -1 && !backslash) {
        if (at >= SIZE - 5)
          return 1;
        put(at);
        at++;
      }
      c = unknown();
      if (c == 0) {
        if (state == 2)
          c = '"';
        else if (comment > 0)
          c = ')';
        else if (angle > 0)
          c = '>';
        else
          break;
      } else if (c == delimiter && comment <= 0 && angle <= 0 && state != 2) {
        break;
      }
      if (backslash) {
        backslash = 0;
        if (comment > 0) {
          c = -1;
        } else {
          put(at);
          at++;
        }
        continue;
      }
      if (c == '\\') {
        backslash = 1;
        c = -1;
      } else if (c == '(') {
        comment++;
        c = -1;
      } else if (c == ')') {
        if (comment > 0)
          comment--;
        c = -1;
      } else if (comment > 0) {
        c = -1;
      } else if (c == '<') {
        angle++;
        while (unknown())
          if (unknown())
            break;
      } else if (c == '>') {
        if (angle > 0)
          angle--;
        else
          c = -1;
      }
      if (c != -1)
        state = unknown();
    }
    if (unknown()) {
      if (at >= SIZE - 5)
        return 1;
      put(at);
      at++;
    }
  } while (c != 0 && c != delimiter);
  return 0;
}
