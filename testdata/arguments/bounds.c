/* What functions of the library are given, for property bounds. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// FALSE(bounds): the text has no end
void text_without_end(void) {
	char b[4] = {'1', '2', '3', '4'};
	puts(b);
}

// FALSE(bounds): the text that is printed has no end
void printed_without_end(void) {
	char b[4] = {'1', '2', '3', '4'};
	printf("%d %s\n", 1, b);
}

// FALSE(bounds): the object has 4 bytes
void sent_beyond_the_end(void) {
	char b[4] = {0};
	send(1, b, 5, 0);
}

// TRUE: it has
void sent_to_the_end(void) {
	char b[4] = {0};
	send(1, b, 4, 0);
	write(1, b + 1, 3);
	write(1, b + 4, 0);
}

// TRUE: a name of any length fits
void name_of_the_host(void) {
	char b[64];
	size_t n = (size_t)getpid() % 65;
	gethostname(b, n);
}

// FALSE(bounds): it does not
void longer_name_of_the_host(void) {
	char b[64];
	size_t n = (size_t)getpid() % 66;
	gethostname(b, n);
}

// FALSE(bounds): the text has no end
void path_without_end(void) {
	char b[2] = {'/', 'a'};
	unlink(b);
}
