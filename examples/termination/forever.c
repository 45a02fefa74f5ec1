// Counts down in steps of two, past zero if the number is odd.
extern unsigned input(void);

int main(void) {
  unsigned n = input();
  while (n != 0)
    n -= 2;
  return 0;
}
