// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int low, high;

void order(int a, int b)
{
  low = a;
  high = b;
  if (b < a)
    order(b, a);
}

int main(void)
{
  order(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  if (low > high)
    __VERIFIER_error();
  return 0;
}
