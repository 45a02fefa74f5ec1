// Euclid's algorithm on unsigned numbers, and a loop that counts up: both end.
extern unsigned input(void);

int main(void) {
  unsigned a = input(), b = input();
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  for (unsigned i = 0; i < a; i++)
    ;
  return 0;
}
