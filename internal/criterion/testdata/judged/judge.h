/* An independent judge of tests for decisions: each decision D and each of its conditions C is written out by hand in a copy of the program,
 * which prints what it evaluates: the number of the decision, its formula over its conditions, T, F or - for each of them, and the outcome.
 *
 *     program INPUT ...    one execution with these inputs, and 0 behind them
 *     program all N M      all executions with N inputs from 0 to M - 1; each line once
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, LENGTH = 64 };
static int inputs[16], count, taken; /* how many there are, and were taken */
static struct { int decision; char values[16]; } stack[MOST];
static int depth, lines;
static char seen[MOST][LENGTH];

static int input(void) { return taken < count ? inputs[taken++] : 0; }

static void begin(int decision, int conditions)
{
	stack[depth].decision = decision;
	memset(stack[depth].values, '-', conditions);
	stack[depth++].values[conditions] = 0;
}

/* A compiler may begin both operands of == before it evaluates one of them: the decision whose condition it is need not be the last one that has begun. */
static int last(int decision)
{
	int i = depth - 1;
	while (stack[i].decision != decision)
		i--;
	return i;
}

static int condition(int decision, int i, int value)
{
	stack[last(decision)].values[i] = value ? 'T' : 'F';
	return value;
}

static int end(int decision, const char *formula, int value)
{
	char line[LENGTH];
	int at = last(decision);
	snprintf(line, LENGTH, "%d %s %s %c", decision, formula, stack[at].values, value ? 'T' : 'F');
	depth--;
	memmove(stack + at, stack + at + 1, (depth - at) * sizeof *stack);
	for (int i = 0; i < lines; i++)
		if (strcmp(line, seen[i]) == 0)
			return value;
	strcpy(seen[lines++], line);
	return value;
}

#define C(decision, i, x) condition(decision, i, !!(x))
#define D(decision, conditions, formula, x) (begin(decision, conditions), end(decision, formula, !!(x)))

int program(void);

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "all") == 0) {
		count = atoi(argv[2]);
		int most = atoi(argv[3]), i;
		do {
			taken = 0;
			program();
			for (i = 0; i < count && ++inputs[i] == most; i++)
				inputs[i] = 0;
		} while (i < count);
	} else {
		for (int i = 1; i < argc; i++)
			inputs[count++] = atoi(argv[i]);
		program();
	}
	for (int i = 0; i < lines; i++)
		puts(seen[i]);
	return 0;
}
