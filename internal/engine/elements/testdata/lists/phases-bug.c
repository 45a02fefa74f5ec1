// verdict: FALSE
extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long);

// Requests and answers take turns.
struct message { int kind; struct message *next; };

int main(void) {
	struct message *list = 0;
	int kind = 1;
	while (input()) {
		struct message *m = malloc(sizeof *m);
		m->kind = kind;
		m->next = list;
		if (input()) list = m;
		kind = 3 - kind;
	}
	for (struct message *m = list; m && m->next; m = m->next)
		if (m->kind == m->next->kind) reach_error();
}
