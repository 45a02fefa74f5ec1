// verdict: TRUE
// Merges two sorted halves: the third index is the sum of what the other two have gone.
extern int unknown(void);
int from[40], to[40];
int main(void) {
  int n = unknown(), m = unknown();
  if (m < 0 || n < m || n > 40)
    return 0;
  int i = 0, j = m, k = 0;
  while (i < m || j < n) {
    if (j >= n || i < m && from[i] <= from[j])
      to[k] = from[i++];
    else
      to[k] = from[j++];
    k++;
  }
  return 0;
}
