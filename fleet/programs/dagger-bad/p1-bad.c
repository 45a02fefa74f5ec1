/* The address scanner of sendmail, as the paper dagger describes p1-bad: nested loops with
   branches, and a counterexample whose length grows with the size of the buffer. An opening
   parenthesis does not take back the room that its closing one gives. */
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
  int c = unknown();
  int at = 0, room = SIZE - 2, comment = 0, angle = 0, quoted = 0;

  while (c == ' ' || c == '\t')
    c = unknown();
  while (c != 0) {
    if (at < room) {
      put(at);
      at++;
    }
    if (c == '\\') {
      c = unknown();
      if (c != 0 && at < room) {
        put(at);
        at++;
      }
    } else if (c == '"') {
      if (quoted) {
        quoted = 0;
        room++;
      } else {
        quoted = 1;
        room--;
      }
    } else if (c == '(') {
      comment++;
    } else if (c == ')') {
      if (comment > 0) {
        comment--;
        room++;
      }
    } else if (c == '<') {
      if (angle == 0) {
        angle = 1;
        room--;
      }
    } else if (c == '>') {
      if (angle == 1) {
        angle = 0;
        room++;
      }
    } else if (c == ',') {
      while (comment > 0) {
        comment--;
        if (unknown())
          break;
      }
    }
    c = unknown();
  }
  put(at);
  return 0;
}
