// mcdc: 6 covered, 2 infeasible
// Decisions of loops: evaluations of one execution make pairs.
extern int input(void);

static int search(int key, int n)
{
	int i = 0, found = 0;
	while (i < n && !found) {
		if (input() == key)
			found = 1;
		i++;
	}
	for (int k = 0; k < 3 && (found || k < 5); k++)
		i += k;
	do
		i--;
	while (i > 2 || i == n);
	return i;
}

int main(void)
{
	int key = input() & 1, n = input() & 3;
	return search(key, n);
}
