// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int f91(int x)
{
  if (x > 100)
    return x - 10;
  return f91(f91(x + 11));
}

int main(void)
{
  int x = __VERIFIER_nondet_int();
  int y = f91(x);
  if (x <= 101 && y != 91 || x > 101 && y != x - 10)
    __VERIFIER_error();
  return 0;
}
