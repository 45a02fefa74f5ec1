/* Functions that write to what they are given. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

extern void reach_error(void);

// FALSE: bzero writes zeros
void bzero_writes(void) {
	char text[] = "text";
	bzero(text + 1, 2);
	if (text[1] == 0 && text[3] == 't')
		reach_error();
}

// FALSE: strtok ends the token
void strtok_ends(void) {
	char list[] = "one two";
	char *first = strtok(list, " ");
	if (first == list && list[3] == 0)
		reach_error();
}

// TRUE: strtok goes on after the last token
void strtok_goes_on(void) {
	char list[] = " one, two";
	strtok(list, ", ");
	if (strtok(0, ", ") != list + 6 || strtok(0, ", "))
		reach_error();
}

// FALSE: strsep moves its argument
void strsep_moves(void) {
	char list[] = "a:b", *rest = list;
	strsep(&rest, ":");
	if (*rest == 'b')
		reach_error();
}

// FALSE: memccpy copies up to a character
void memccpy_copies(void) {
	char to[4] = "xyz";
	if (memccpy(to, "abc", 'b', 3) == to + 2 && to[1] == 'b' && to[2] == 'z')
		reach_error();
}

// TRUE: strndup ends its copy
void strndup_copies(void) {
	char *copy = strndup("abcdef", 2);
	if (copy && (copy[0] != 'a' || copy[1] != 'b' || copy[2]))
		reach_error();
}

// FALSE: stpncpy returns where the zeros begin
void stpncpy_fills(void) {
	char to[4];
	if (stpncpy(to, "ab", 4) == to + 2 && to[3] == 0)
		reach_error();
}

// FALSE: ffs counts from 1
void ffs_counts(void) {
	if (ffs(8) == 4 && ffs(0) == 0)
		reach_error();
}

// TRUE: upper case is lower case
void strcasecmp_ignores_case(void) {
	if (strcasecmp("Hello", "hELLO") || strncasecmp("ab", "AC", 1) || strcasecmp("a", "b") >= 0)
		reach_error();
}

// FALSE: strtol says where the number ends
void strtol_sets_end(void) {
	char text[] = "42km", *end = 0;
	long n = strtol(text, &end, 10);
	if (n == 42 && end == text + 2)
		reach_error();
}

// TRUE: strtol knows bases
void strtol_bases(void) {
	if (strtol("0x1f", 0, 0) != 31 || strtol("-17", 0, 8) != -15)
		reach_error();
}

// FALSE: a number that is too large sets errno
void strtol_sets_errno(void) {
	errno = 0;
	if (strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE)
		reach_error();
}

// TRUE: errno is 0 in the beginning
void errno_begins(void) {
	if (atoi("3") != 3 || errno)
		reach_error();
}

// TRUE: a quotient is truncated
void div_truncates(void) {
	div_t r = div(-7, 2);
	if (r.quot != -3 || r.rem != -1)
		reach_error();
}

// FALSE: wmemset writes wide characters
void wmemset_writes(void) {
	wchar_t text[3] = {0};
	wmemset(text, L'x', 2);
	if (text[1] == L'x' && text[2] == 0)
		reach_error();
}
