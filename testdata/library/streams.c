/* What is read from outside, and what stays as it was. */
#include <stdio.h>
#include <string.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/socket.h>

extern void reach_error(void);

// TRUE: a line ends with its newline
void line_ends(void) {
	char s[8];
	if (fgets(s, sizeof s, stdin)) {
		char *end = strchr(s, '\n');
		if (end && end[1] != 0)
			reach_error();
	}
}

// FALSE: and may be longer than the room for it
void line_is_cut(void) {
	char s[5];
	if (fgets(s, sizeof s, stdin) && strlen(s) == 4 && s[3] != '\n')
		reach_error();
}

// TRUE: what is behind the line stays as it was
void behind_the_line(void) {
	char s[6] = "abcd?";
	if (fgets(s, 6, stdin) && s[1] == 0 && s[0] == '\n' && s[4] != '?')
		reach_error();
}

// TRUE: what was not read stays as it was
void half_a_block(void) {
	char s[4] = "abc";
	size_t n = fread(s, 1, 3, stdin);
	if (n < 3 && s[2] != 'c')
		reach_error();
	if (n == 0 && s[0] != 'a')
		reach_error();
}

// FALSE: what was read may be anything
void a_block(void) {
	char s[4] = "abc";
	if (fread(s, 1, 3, stdin) == 2 && s[1] == 'z')
		reach_error();
}

// UNKNOWN(approximation): of an element that was cut short C does not say what it is
void half_an_element(void) {
	int n[2] = {5, 6};
	if (fread(n, sizeof *n, 2, stdin) == 1 && n[1] == 0x106)
		reach_error();
}

// TRUE: so with files by number
void some_bytes(void) {
	char s[4] = "abc";
	long n = read(0, s, 3);
	if (n <= 0 && s[0] != 'a' || n == 1 && s[1] != 'b')
		reach_error();
	n = recv(0, s, 1, 0);
	if (n == 0 && s[2] == 'c' && s[3] != 0)
		reach_error();
}

// TRUE: a number that scanf has not read stays as it was
void not_scanned(void) {
	int a = 1, b = 2;
	int n = scanf("%d,%d", &a, &b);
	if (n < 2 && b != 2 || n < 1 && a != 1)
		reach_error();
}

// FALSE: one that it has read may be any
void scanned(void) {
	int a = 1, b = 2;
	if (scanf("%d %d", &a, &b) == 2 && a == -7 && b == a + 1)
		reach_error();
}

// TRUE: with a width a number has so many characters
void narrow(void) {
	int a;
	if (scanf("%3d", &a) == 1 && (a > 999 || a < -99))
		reach_error();
}

// FALSE: all of them
void narrow_lowest(void) {
	int a;
	if (scanf("%3d", &a) == 1 && a == -99)
		reach_error();
}

// TRUE: %n does not count
void not_counted(void) {
	int a, n;
	if (scanf("%d%n", &a, &n) > 1)
		reach_error();
}

// TRUE: a word has no space, and its end
void word(void) {
	char s[4];
	if (scanf("%3s", s) == 1 && (strchr(s, ' ') || strlen(s) > 3))
		reach_error();
}

// FALSE: and all else
void any_word(void) {
	char s[4];
	if (scanf("%3s", s) == 1 && strcmp(s, "yes") == 0)
		reach_error();
}

// TRUE: white space in the format is skipped
void skipped(void) {
	char c;
	if (scanf(" %c", &c) == 1 && c == '\n')
		reach_error();
}

// FALSE: elsewhere it is read
void read_too(void) {
	char c;
	if (scanf("%c", &c) == 1 && c == '\n')
		reach_error();
}

// UNKNOWN(approximation): that a stream has ended is not followed
void end_of_input(void) {
	if (getchar() == EOF && !feof(stdin) && !ferror(stdin))
		reach_error();
}

// UNKNOWN(approximation): nor what is put back
void put_back(void) {
	if (ungetc('x', stdin) == 'x' && getchar() != 'x')
		reach_error();
}

// UNKNOWN(approximation): nor what reads more than it
void put_back_before_a_line(void) {
	char s[4];
	ungetc('x', stdin);
	if (fgets(s, 4, stdin) && s[0] != 'x')
		reach_error();
}

// UNKNOWN(approximation): a seed gives the same numbers again
void seeded(void) {
	srand(3);
	int n = rand();
	srand(3);
	if (rand() != n)
		reach_error();
}

// FALSE: without that any numbers come
void any_numbers(void) {
	srand(__VERIFIER_nondet_int());
	if (rand() % 6 == 5 && rand() % 6 == 1)
		reach_error();
}

// TRUE: a process has one number
void process(void) {
	if (getpid() != getpid() || getpid() <= 0)
		reach_error();
}

// UNKNOWN(approximation): files that are open have different numbers
void two_files(void) {
	int f = open("a", 0), g = open("b", 0);
	if (f >= 0 && f == g)
		reach_error();
}

// FALSE: and perhaps none
void no_file(void) {
	if (open("a", __VERIFIER_nondet_int()) < 0)
		reach_error();
}

// TRUE: printf says how many characters it has printed, or that it has failed
void printed(void) {
	int n = printf("50%%\n");
	if (n != 4 && n != -1)
		reach_error();
}

// TRUE: getline makes room for a line and its end
void line(void) {
	char *s = 0;
	size_t n = 0;
	long k = getline(&s, &n, stdin);
	if (k == 0 || k > 0 && ((size_t)k >= n || s[k] != 0))
		reach_error();
}

// FALSE: the line may be any
void any_line(void) {
	char *s = 0;
	size_t n = 0;
	if (getline(&s, &n, stdin) == 3 && s[0] == 'o' && s[1] == 'k' && s[2] == '\n')
		reach_error();
}
