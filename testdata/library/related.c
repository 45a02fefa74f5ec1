// Results that hang together with other calls, or with arguments.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// UNKNOWN(approximation): how many characters a number takes is not followed.
void printed(void) {
	int n = printf("%d", 12345);
	if (n != 5 && n >= 0)
		reach_error();
}

// FALSE: printing may fail.
void printing_fails(void) {
	if (printf("%d", __VERIFIER_nondet_int()) < 0)
		reach_error();
}

// TRUE: it fails with -1, and else prints something.
void printing_ends(void) {
	if (printf("%d", __VERIFIER_nondet_int()) < -1)
		reach_error();
}

// UNKNOWN(approximation): the second stream may lie where the first one was.
void opened_again(void) {
	FILE *f = fopen("a", "r");
	if (!f)
		return;
	fclose(f);
	FILE *g = fopen("b", "r");
	if (f == g)
		reach_error();
}

// TRUE: both are open.
void opened_twice(void) {
	FILE *f = fopen("a", "r"), *g = fopen("b", "r");
	if (f && f == g)
		reach_error();
}

// UNKNOWN(approximation): and so may a folder.
void folder_again(void) {
	DIR *a = opendir("a");
	if (!a)
		return;
	closedir(a);
	DIR *b = opendir("b");
	if (a == b)
		reach_error();
}

// TRUE: two files that were not open
void pipes(void) {
	int p[2], q[2];
	if (pipe(p) == 0 && (p[0] == p[1] || p[0] < 0))
		reach_error();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, q) == 0 && (q[0] == q[1] || q[1] < 0))
		reach_error();
}

// FALSE: there may be no more files
void no_pipe(void) {
	int p[2];
	if (pipe2(p, O_CLOEXEC) != 0)
		reach_error();
}

// TRUE: no file has such a number
void read_nothing(void) {
	char c;
	if (read(-1, &c, 1) != -1)
		reach_error();
}

// TRUE: what was set is what comes back.
void masks(void) {
	umask(022);
	if (umask(0) != 022)
		reach_error();
}

// FALSE: the first mask is the environment's
void first_mask(void) {
	if (umask(0) == 022)
		reach_error();
}

// TRUE: these are always known
void page(void) {
	if (sysconf(_SC_PAGESIZE) <= 0 || sysconf(_SC_NPROCESSORS_ONLN) <= 0)
		reach_error();
}

// UNKNOWN(approximation): nothing has been read, so that it cannot be at its end.
void not_at_end(void) {
	clearerr(stdin);
	if (feof(stdin))
		reach_error();
}

// TRUE: there is no other error than EDOM.
void negative_root(void) {
	errno = 0;
	double x = __VERIFIER_nondet_int();
	x = sqrt(x);
	if (errno != EDOM && errno != 0)
		reach_error();
}

// TRUE: nor here.
void no_quotient(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = fmod(1, zero);
	if (errno != EDOM)
		reach_error();
}

// UNKNOWN(approximation): the logarithm of zero is ERANGE, which is not followed.
void pole(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = log(zero);
	if (errno == EDOM)
		reach_error();
}

// TRUE: but it is one of the two.
void domain_or_range(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = log(zero);
	if (errno != EDOM && errno != ERANGE && errno != 0)
		reach_error();
}

// UNKNOWN(approximation): dup2 gives the number that it is given, which is not followed.
void second_number(void) {
	if (dup2(1, 7) == 8)
		reach_error();
}

// FALSE: it may fail
void no_second_number(void) {
	if (dup2(1, 7) < 0)
		reach_error();
}

// TRUE: and where it fails it gives -1.
void second_number_fails(void) {
	if (dup2(1, 7) < -1)
		reach_error();
}

// UNKNOWN(approximation): a stream begins without an error
void no_error_yet(void) {
	if (ferror(stdin))
		reach_error();
}

// FALSE: printing may fail
void error_of_printing(void) {
	puts("a");
	if (ferror(stdout))
		reach_error();
}

// TRUE: no file has a negative number
void negative_file(void) {
	if (close(-1) == 0 || write(-1, "a", 1) >= 0 || dup(-1) >= 0 || lseek(-1, 0, SEEK_SET) >= 0)
		reach_error();
}

// FALSE: that of the folder has
void negative_folder(void) {
	if (faccessat(AT_FDCWD, "a", R_OK, 0) == 0)
		reach_error();
}

// UNKNOWN(approximation): a call that cannot fail leaves errno alone
void errno_stays(void) {
	errno = 0;
	getpid();
	if (errno)
		reach_error();
}

// TRUE: the numbers of errors are small
void errno_small(void) {
	errno = 0;
	if (!fopen("a", "r") && errno > 100000)
		reach_error();
}

// UNKNOWN(approximation): nobody else writes into the file of tmpfile
void file_of_its_own(void) {
	FILE *f = tmpfile();
	if (f && fputc('a', f) == 'a') {
		rewind(f);
		if (fgetc(f) == 'b')
			reach_error();
	}
}

// UNKNOWN(approximation): the alarm that was set is at most that far away
void alarm_set(void) {
	alarm(10);
	if (alarm(0) > 10)
		reach_error();
}

// UNKNOWN(approximation): the limit is at most the greatest one
void limits(void) {
	struct rlimit r;
	if (getrlimit(RLIMIT_NOFILE, &r) == 0 && r.rlim_cur > r.rlim_max)
		reach_error();
}

// UNKNOWN(approximation): the count is that of sem_init
void semaphore(void) {
	sem_t s;
	int n;
	if (sem_init(&s, 0, 2) == 0 && sem_getvalue(&s, &n) == 0 && n != 2)
		reach_error();
}

// FALSE: asking for a limit may fail
void no_limits(void) {
	struct rlimit r;
	if (getrlimit(RLIMIT_NOFILE, &r) != 0)
		reach_error();
}

// UNKNOWN(approximation): one thread is one thread
void one_thread(void) {
	if (pthread_self() != pthread_self())
		reach_error();
}

// TRUE: a character is read unless input ends
void any_character(void) {
	char c, s[4];
	if (scanf("%c", &c) == 0 || scanf(" %3s", s) == 0)
		reach_error();
}

// UNKNOWN(approximation): what comes first may be no number, or no a; what is left after it is not followed
void no_number(void) {
	int n;
	char c;
	if (scanf("%d", &n) == 0 && scanf("a%c", &c) == 0)
		reach_error();
}

// TRUE: elements of no size are none; yielding does not fail
void nothing_written(void) {
	if (fwrite("a", 0, 3, stdout) != 0 || sched_yield() != 0)
		reach_error();
}

// TRUE: a path that is empty leads nowhere
void no_path(void) {
	struct stat st;
	char path[4] = "";
	if (open("", O_RDONLY) >= 0 || fopen("", "r") || opendir("") || chdir("") == 0 || mkdir("", 0777) == 0)
		reach_error();
	if (unlink("") == 0 || remove("") == 0 || stat("", &st) == 0 || rmdir(path) == 0 || rename("", "b") == 0)
		reach_error();
}

// FALSE: any other may lead somewhere
void a_path(void) {
	struct stat st;
	char path[4] = ".";
	if (stat(path, &st) == 0)
		reach_error();
}

// TRUE: nothing else is wrong with these calls
void numbers_of_errors(void) {
	errno = 0;
	if (close(-1) != -1 || errno != EBADF)
		reach_error();
	if (chdir("") != -1 || errno != ENOENT)
		reach_error();
	if (open("", O_RDONLY) != -1 || errno != ENOENT)
		reach_error();
	if (fopen("", "r") || errno != ENOENT)
		reach_error();
}

static int opened(const char *path) { return open(path, O_RDONLY); }

static FILE *stream(const char *path) { return fopen(path, "r"); }

// TRUE: wherever the path is
void no_path_behind_a_pointer(void) {
	char path[4];
	path[0] = 0;
	if (opened("") >= 0 || stream(path))
		reach_error();
}

// FALSE: others lead somewhere
void path_behind_a_pointer(void) {
	if (opened("/dev/null") >= 0)
		reach_error();
}

// UNKNOWN(approximation): it fails if the file is not open for writing, which is not followed
void prints_nothing_to_a_file(void) {
	FILE *f = fopen("/dev/null", "w");
	if (f && fprintf(f, "") != 0)
		reach_error();
}

// TRUE: but prints no characters
void prints_no_characters(void) {
	FILE *f = fopen("/dev/null", "w");
	if (f && fprintf(f, "") > 0)
		reach_error();
}

// UNKNOWN(approximation): what comes out of a pipe is what was written into it
void own_pipe(void) {
	int p[2];
	char c;
	if (pipe(p) == 0 && write(p[1], "x", 1) == 1 && read(p[0], &c, 1) == 1 && c != 'x')
		reach_error();
}

// TRUE: nothing is written, which does not fail
void prints_nothing(void) {
	if (printf("") != 0)
		reach_error();
}
