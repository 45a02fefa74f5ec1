// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int a(int m, int n)
{
  if (m == 0)
    return n + 1;
  if (n == 0)
    return a(m - 1, 1);
  return a(m - 1, a(m, n - 1));
}

int main(void)
{
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || n < 0)
    return 0;
  if (a(m, n) <= n)
    __VERIFIER_error();
  return 0;
}
