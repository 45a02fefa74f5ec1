// Blocks of malloc and its kin: sizes, contents, NULL.

int null_if_negative(void) {
	void *p = malloc(-4);
	return p == 0;
}

int null_if_negative_count(void) {
	int n = -3;
	int *p = malloc(n * sizeof(int));
	return p ? 1 : 2;
}

int null_if_half_of_memory(void) {
	return malloc((size_t)1 << (8 * sizeof(size_t) - 1)) == 0;
}

int empty_block_is_there(void) {
	return malloc(0) != 0;
}

int blocks_differ(void) {
	char *p = malloc(1), *q = malloc(1);
	return p != q;
}

int empty_blocks_differ(void) {
	return malloc(0) != malloc(0);
}

int product_overflows(void) {
	size_t half = (size_t)1 << (4 * sizeof(size_t));
	return calloc(half, half) == 0;
}

int product_overflows_to_small(void) {
	size_t n = (size_t)-1 / 8 + 2; // 8n is 8 after it has wrapped
	return calloc(n, 8) == 0;
}

int cleared(void) {
	int *p = calloc(3, sizeof *p), s = 0;
	for (int i = 0; i < 3; i++)
		s += p[i] == 0;
	return s;
}

int list(void) {
	struct node { int v; struct node *next; } *head = 0;
	for (int i = 1; i <= 4; i++) {
		struct node *n = malloc(sizeof *n);
		n->v = i;
		n->next = head;
		head = n;
	}
	int s = 0;
	for (struct node *n = head; n; n = n->next)
		s = s * 10 + n->v;
	return s;
}

int flexible_member(void) {
	struct text { int n; char c[]; } *t = malloc(sizeof *t + 3);
	t->n = 3;
	for (int i = 0; i < t->n; i++)
		t->c[i] = 'a' + i;
	return t->c[2] - t->c[0] + t->n;
}

int zero_length_member(void) {
	struct text { short n; int v[0]; } *t = malloc(sizeof *t + 2 * sizeof(int));
	t->v[0] = 5;
	t->v[1] = 7;
	t->n = 2;
	return t->v[0] * t->v[1] * t->n + sizeof *t;
}

int variable_length(void) {
	int n = 5, a[n];
	for (int i = 0; i < n; i++)
		a[i] = i * i;
	return a[4] + sizeof a;
}

int stack_block(void) {
	char *p = __builtin_alloca(4);
	p[3] = 7;
	return p[3];
}

int numbers_differ(void) {
	char *p = malloc(4), *q = malloc(4);
	if (!p || !q)
		return 1;
	uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;
	return a != b;
}

int numbers_in_a_list(void) {
	struct node { struct node *next; } *list = 0, *last = 0;
	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof *n);
		if (!n)
			return 3;
		n->next = list;
		list = n;
		if (i == 0)
			last = n;
	}
	int n = 1;
	uintptr_t at = (uintptr_t)list, end = (uintptr_t)last;
	while (at != end) {
		n++;
		list = list->next;
		at = (uintptr_t)list;
	}
	return n;
}

// open: a block may have the number of one that was freed before it was made
int number_of_a_freed_block(void) {
	char *p = malloc(4);
	uintptr_t a = (uintptr_t)p;
	free(p);
	char *q = malloc(4);
	return (uintptr_t)q == a;
}
