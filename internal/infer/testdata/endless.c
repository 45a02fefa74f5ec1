// Functions that end for some callers: the comment before each has the class and, in C, the weakest precondition under which it ends.

// necessary: n >= 0
int drain(int n) {
  while (n != 0)
    n -= n > 0;
  return n;
}

// necessary: n >= 0
int fill(int *to, int n) {
  for (int i = 0; i != n;) {
    if (n < 0)
      continue;
    to[0] = i++;
  }
  return n;
}

// never: 0
int turn(int x) {
  while (x == x)
    x = 5;
  return x;
}
