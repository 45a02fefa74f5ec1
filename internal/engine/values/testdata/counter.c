// verdict: TRUE
// A value is handed on from step to step: what its bounds exclude, each number excludes alone.
extern int nondet(void);
extern void reach_error(void);

int main(void) {
  int step = 0, data = 0, old = 0;
  while (nondet()) {
    if (step == 0) {
      old = data;
      data = data + 1;
      step = 1;
    } else {
      if (data != old + 1)
        reach_error();
      if (data > 20)
        data = 0;
      step = 0;
    }
  }
  return 0;
}
