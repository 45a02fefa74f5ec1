/* The decoder of sendmail's base64 lines, as the paper dagger describes p2-bad: nested loops with
   branches, and an array bound that is missed within the first character of a line. What steps
   back over the end of a line does not look where the line begins. */
extern void reach_error(void);
extern int unknown(void);

enum { SIZE = 100 };

static void put(int at)
{
  if (at < 0 || at > SIZE)
    reach_error();
}

int main(void)
{
  int first, second, third;
  int at = 0;

  while ((first = unknown()) != -1) {
    while (first == ' ')
      first = unknown();
    second = unknown();
    while (second == ' ')
      second = unknown();
    if (second == -1)
      break;
    if (first == '=' || second == '=')
      continue;
    put(at);
    at++;
    if (unknown() || at >= SIZE) {
      at--;
      put(at);
      if (unknown()) {
        at--;
        put(at);
      }
      at = 0;
    }
    third = unknown();
    while (third == ' ')
      third = unknown();
    if (third == -1)
      break;
    if (third == '=')
      continue;
    put(at);
    at++;
    if (unknown() || at >= SIZE)
      at = 0;
  }
  return 0;
}
