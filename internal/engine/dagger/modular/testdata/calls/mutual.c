// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int pong(int n);

int ping(int n)
{
  if (n <= 0)
    return 0;
  return pong(n - 1) + 2;
}

int pong(int n)
{
  if (n <= 0)
    return 1;
  return ping(n - 1) + 1;
}

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  int r = ping(n);
  if (r < n || r > 2 * n + 1)
    __VERIFIER_error();
  return 0;
}
