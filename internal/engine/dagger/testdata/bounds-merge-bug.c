// verdict: FALSE
// As bounds-merge.c with less room, and the result begins at its second place.
extern int unknown(void);
int from[3], to[3];
int main(void) {
  int n = unknown(), m = unknown();
  if (m < 0 || n < m || n > 3)
    return 0;
  int i = 0, j = m, k = 1;
  while (i < m || j < n) {
    if (j >= n || i < m && from[i] <= from[j])
      to[k] = from[i++];
    else
      to[k] = from[j++];
    k++;
  }
  return 0;
}
