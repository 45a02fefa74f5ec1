package run

import (
	"fmt"
	"strings"
)

// observedCalls are calls whose arguments have something to do with each other. R gives a number, P a pointer to a text, S is a
// statement, and a second letter O says that the same arguments always give the same, also of what C leaves open. In a call
//
//	@i @n @c   are numbers: any, small, a character
//	@t @x      a text as a literal, a format and its arguments
//	@B @W @T   an array of char, of wchar_t, a text in an array
//	@I @L @U   objects of type int, long, unsigned char
//	@F @P @M @S   a stream, a pointer to char, a struct tm, a time_t
var observedCalls = strings.Split(strings.TrimSpace(`
R snprintf(@B, @n, @x)
R sprintf(@B, @x)
R printed(@B, @n, @x)
R fprintf(@F, @x)
R sscanf(@t, "%d %n", &@I, &@I)
R sscanf(@B, "%i%c", &@I, &@U)
R sscanf(@t, "%3s%n", @B, &@I)
R sscanf(@t, "%[a-z,]%ld", @B, &@L)
R sscanf(@t, "%*d %s", @B)
R sscanf(@t, "%hhd%x", &@U, &@I)
R sscanf(@t, "%2d%2d", &@I, &@I)
R fscanf(@F, "%d", &@I)
R fscanf(@F, "%2s", @B)
R fscanf(@F, "%c%n", &@U, &@I)
R fgetc(@F)
R getc(@F)
R fputs(@t, @F)
R fputc(@c, @F)
R ungetc(@c, @F)
R ungetc(-1, @F)
R fseek(@F, @n, SEEK_SET)
R fseek(@F, 0, SEEK_END)
R fseek(@F, -1, SEEK_CUR)
R ftell(@F)
R feof(@F) != 0
R ferror(@F) != 0
S clearerr(@F);
S rewind(@F);
R fread(@B, 1, @n, @F)
R fread(@B, @n, 2, @F)
R fwrite(@B, 1, @n, @F)
P fgets(@B, @n, @F)
R fflush(@F)
R fileno(@F) > 2
R setvbuf(@F, 0, _IONBF, 0)
R getline(&@P, &@Z, @F)
R getdelim(&@P, &@Z, @c, @F)
PO strtok(@B, @t)
PO strtok(0, @t)
PO strtok_r(@B, @t, &@P)
PO strsep(&@P, @t)
P getenv(@t)
P getenv("HOME")
R setenv("HOME", @t, @n & 1)
R unsetenv(@t)
R clearenv()
P setlocale(LC_ALL, @l)
P setlocale(LC_NUMERIC, 0)
P localeconv()->decimal_point
P nl_langinfo(CODESET)
P strerror(@i)
P strsignal(@n)
RO strtol(@t, &@P, @n)
RO strtoul(@B, &@P, 0)
RO strtoll(@B + @n, 0, 16)
R strtod(@t, &@P) * 8
R atof(@B) * 8
RO atoi(@B)
P asctime(&@M)
P ctime(&@S)
R (gmtime(&@S) ? gmtime(&@S)->tm_hour : -1)
R (localtime(&@S) ? localtime(&@S)->tm_yday : -1)
R mktime(&@M)
R timegm(&@M)
R gmtime_r(&@S, &@M) == &@M
R strftime(@B, @n * 4, "%H:%M %j", &@M)
P strptime(@t, "%d", &@M)
R difftime(@S, 5)
R time(&@S) > 1000
R clock() >= 0
RO mbstowcs(@W, @t, @n)
RO wcstombs(@B, @W, @n)
RO mblen(@B, @n)
RO mbtowc(@W, @B, @n)
RO wctomb(@B, @W[@n & 3])
RO wcslen(@W)
RO wcstol(@W, 0, @n)
R swprintf(@W, @n, L"%d", @i)
R swprintf(@W, @n, L"%ls|%s", L"ab", @t)
PO strcpy(@B, @t)
PO strncpy(@B, @t, @n)
PO strcat(@B, @t)
PO strncat(@B, @t, @n)
PO stpcpy(@B, @t)
PO memmove(@B + 1, @B, @n)
PO memccpy(@B, @t, @c, 1)
PO memset(@B, @c, @n)
PO strchr(@B, @c)
PO strrchr(@B, @c)
PO strstr(@B, @t)
PO strpbrk(@B, @t)
PO memchr(@B, @c, @n)
RO strspn(@B, @t)
RO strcspn(@B, @t)
RO strnlen(@B, @n)
RO strxfrm(@B, @t, @n)
RO strcasecmp(@B, @t) > 0
RO memcmp(@B, @t, 1) < 0
R strverscmp(@B, @t) > 0
P strdup(@B)
P strndup(@B, @n)
S qsort(@B, @n, 1, ascending);
S qsort(@W, @n, sizeof(wchar_t), falling);
R bsearch("a", @B, @n, 1, ascending) != 0
R (srand(@n), rand() == (srand(1), rand()))
R rand() >= 0
R random() >= 0
R (srand48(@n), lrand48() >= 0)
R drand48() * 4 < 4
R access(@t, R_OK)
R access("file", @n & 7)
R open(@t, O_RDONLY)
R open("new2", O_CREAT | O_WRONLY, 0600) > 0
R read(fd, @B, @n)
R write(fd, @B, @n)
R lseek(fd, @i, SEEK_SET)
R lseek(fd, 0, SEEK_CUR)
R lseek(fd, -1, SEEK_END)
R dup(fd) > 2
R close(fd)
R ftruncate(fd, @n)
R isatty(fd)
R unlink(@t)
R mkdir(@t, 0700)
R rename("file", @t)
R remove(@t)
R (stat(@t, &st), st.st_size)
R fstat(fd, &st)
R (fstat(fd, &st), st.st_size)
R S_ISREG(st.st_mode) != 0
R symlink("to", @t)
R readlink(@t, @B, @n)
R signal(SIGUSR1, SIG_IGN) == SIG_DFL
R signal(@n, SIG_DFL) == SIG_ERR
R umask(@n)
R getpid() == getpid()
R getuid() == geteuid()
R getcwd(@B, @n) != 0
R realpath(@t, 0) != 0
R sysconf(_SC_PAGESIZE) == getpagesize()
R sysconf(@n)
R pathconf(".", @n)
R gethostname(@B, @n)
R ttyname(fd) != 0
R getopt(3, words, "ab:")
R optind
P optarg
R getloadavg(0, 0)
R (isatty(9), errno)
R regcomp(&re, @t, @n & 3)
R (regcomp(&re, "a*b", 0), regexec(&re, @B, 0, 0, 0))
R fnmatch(@t, @B, @n & 7)
R inet_aton(@t, &in)
P inet_ntoa(in)
P inet_ntop(AF_INET, &in, @B, @n * 4)
R inet_pton(AF_INET, @t, &in)
R if_nametoindex(@t)
P if_indextoname(@n, @B)
P dirname(@B)
P l64a(@i)
R a64l(@t)
P ecvt(2.5, @n, &@I, &@I)
P gcvt(1.25, @n, @B)
R ecvt(0.0, @n, &@I, &@I) != 0
R getsubopt(&@P, words, &other)
RO abs(@i | 1)
RO div(@i, 3).rem
RO ldexp(@n, @n) * 4
RO frexp(@n, &@I) * 64
R lgamma(@n) * 16
R signgam
R pow(@n, @n)
R log(@n) * 1024
R fmod(@i, @n)
RO ilogb(@n)
RO logb(@n)
RO nextafter(@n, 1e9) > @n
R remquo(@n, 3.0, &@I)
R wcwidth(@c)
R wcswidth(@W, @n)
RO btowc(@c)
RO iswalpha(@c) != 0
R iswctype(@c, wctype("alpha")) != 0
R towctrans(@c, wctrans("toupper"))
R sigemptyset(&set)
R sigaddset(&set, @n)
R sigismember(&set, @n)
R sigfillset(&set)
R getrlimit(@n, &limit)
R sched_get_priority_max(@n)
R nice(0)
R alarm(9)
R getpriority(0, 0)
R clock_gettime(@n, &ts)
R (clock_gettime(1, &ts), ts.tv_nsec < 1000000000)
R clock_getres(@n, &ts)
R nanosleep(&ts0, 0)
R gettimeofday(&tv, 0)
R times(0) != 5
R getgroups(0, 0)
R getlogin() != 0
R getpwuid(0) != 0
P getpwuid(0) ? getpwuid(0)->pw_name : 0
R getpwnam(@t) != 0
R getgrgid(@n) != 0
R gethostid() != 7
R strtoumax(@t, 0, @n)
R malloc_usable_size(malloc(@n)) >= 0
R pipe(fds)
R (pipe(fds), write(fds[1], "ab", 2), read(fds[0], @B, @n + 1))
R hstrerror(@n) != 0
P gai_strerror(-2)
R wctob(@c)
R mbrtowc(@W, @B, @n, &state)
R mbsinit(&state) != 0
R wcrtomb(@B, @c, &state)
R ffs(@i)
R fputws(L"ab", @F)
R fwide(@F, @n)
R fgetwc(@F)
R fwprintf(@F, L"%d", @n)
R puts(@t) >= 0
R putchar(@c)
R getchar()
R scanf("%d", &@I)
R tcgetattr(fd, &tio)
R ioctl(fd, 0x5401, &tio)
R fcntl(fd, F_GETFL) & O_ACCMODE
R fcntl(fd, F_DUPFD, @n) >= @n
R poll(&pfd, 1, 0)
R select(0, 0, 0, 0, &tv0)
R utime("file", 0)
R chmod("file", @n * 64)
R link("file", @t)
R fdopen(fd, "r") != 0
R freopen("file", "r", @F) != 0
R tempnam("/tmp", "x") != 0
R mkstemp(strcpy(@B, "xxXXXXXX")) > 0
R confstr(@n, @B, @n)
R ctermid(@B) == @B
R getentropy(@B, @n)
R getrandom(@B, @n, 0)
R uname(&uts)
R tolower(@c)
R toascii(@i)
`), "\n")

// observedMore is what calls need besides stdio.h, stdlib.h, string.h and errno.h: headers and declarations, each with words in which that is.
var observedMore = strings.Split(strings.TrimSpace(`
#include <fcntl.h>		O_ F_ AT_
#include <unistd.h>		access( fd SEEK isatty unlink( symlink readlink get sysconf pathconf opt pipe( nice( alarm( confstr ctermid link( rmdir
#include <wchar.h>		wc wchar mb wide btowc L"
#include <wctype.h>		isw iswctype wctype wctrans towctrans
#include <time.h>		tm time clock ts
#include <ctype.h>		isalpha to
#include <locale.h>		locale
#include <langinfo.h>		langinfo
#include <math.h>		ldexp frexp lgamma signgam pow log fmod remquo nextafter
#include <signal.h>		sig SIG
#include <sys/stat.h>		st umask chmod mkdir
#include <regex.h>		re
#include <fnmatch.h>		fnmatch
#include <arpa/inet.h>		inet &in
#include <net/if.h>		if_
#include <sys/resource.h>	limit getpriority
#include <sched.h>		sched_
#include <sys/times.h>		times(
#include <sys/time.h>		tv
#include <pwd.h>		getpw
#include <grp.h>		getgr
#include <netdb.h>		hstrerror gai_
#include <inttypes.h>		strtoumax
#include <malloc.h>		malloc_
#include <strings.h>		ffs strcase bzero
#include <termios.h>		tc tio
#include <sys/ioctl.h>		ioctl
#include <poll.h>		poll
#include <sys/select.h>		select
#include <utime.h>		utime(
#include <sys/random.h>		getrandom
#include <sys/utsname.h>	uname
#include <libgen.h>		dirname
#include <stdarg.h>		printed
static struct stat st;		st
static regex_t re;		&re
static struct in_addr in;	in)	&in
static sigset_t set;		&set
static struct rlimit limit;	&limit
static struct timespec ts, ts0;	ts
static struct timeval tv, tv0;	tv
static int fds[2];		fds
static mbstate_t state;		&state
static struct termios tio;	&tio
static struct pollfd pfd;	&pfd
static struct utsname uts;	&uts
static char *other;		&other
static char *words[] = {"prog", "-a", "-bx", 0};		words
static int ascending(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }		ascending
static int falling(const void *a, const void *b) { wchar_t x = *(const wchar_t *)a, y = *(const wchar_t *)b; return x < y ? 1 : x > y ? -1 : 0; }		falling
static int printed(char *s, size_t n, const char *format, ...) { va_list l; va_start(l, format); int r = vsnprintf(s, n, format, l); va_end(l); return r; }		printed
`), "\n")

// observedAll is all of observedMore.
func observedAll() string {
	var b strings.Builder
	for _, more := range observedMore {
		line, _, _ := strings.Cut(more, "\t")
		b.WriteString(line + "\n")
	}
	return b.String()
}

// needs are those of observedMore that a text needs.
func needs(text string) string {
	var b strings.Builder
	for _, more := range observedMore {
		line, words, _ := strings.Cut(more, "\t")
		for _, w := range strings.Fields(words) {
			if strings.Contains(text, w) {
				b.WriteString(line + "\n")
				break
			}
		}
	}
	return b.String()
}

// told adds a call of the list, and reports whether the same arguments always give the same.
func (g *observer) told() (same bool) {
	return g.tell(observedCalls[g.r.Intn(len(observedCalls))])
}

// tell adds a call, and reports whether the same arguments always give the same.
func (g *observer) tell(entry string) (same bool) {
	kind, call, _ := strings.Cut(entry, " ")
	text := ""
	for {
		i := strings.IndexByte(call, '@')
		if i < 0 {
			break
		}
		text += call[:i] + g.told1(call[i+1])
		call = call[i+2:]
	}
	text += call
	g.names++
	r := fmt.Sprintf("r%d", g.names)
	if g.r.Intn(3) == 0 {
		g.line("errno = 0;")
	}
	switch kind[0] {
	case 'R':
		g.line("long long %s = (long long)(%s);", r, text)
		g.see(r)
	case 'S':
		g.line("%s", text)
	case 'P':
		g.line("const char *%s = %s;", r, text)
		g.see(r + " == 0")
		if g.blocks {
			break
		}
		for i := range 6 {
			g.seeIf(fmt.Sprintf("%s && strlen(%[1]s) >= %d", r, i), fmt.Sprintf("%s[%d]", r, i))
		}
		for _, v := range g.objects["char"] {
			g.see(r + " == " + v)
			g.see(r + " == " + v + " + 2")
		}
	}
	if !g.blocks {
		g.see("errno")
	}
	return len(kind) > 1
}

// told1 is what a letter stands for.
func (g *observer) told1(letter byte) string {
	if g.blocks && (letter == 'B' || letter == 'W') {
		return g.block(letter)
	}
	switch letter {
	case 'i':
		return g.pick("0", "1", "-1", "5", "-7", "1000000", "2147483647", "33", "(-2147483647 - 1)")
	case 'n':
		return g.pick("0", "1", "2", "3", "4", "5", "8", "16")
	case 'c':
		return g.pick("'a'", "'1'", "' '", "0", "'z'", "10", "200", "255", "','")
	case 't':
		return g.text()
	case 'l':
		return g.pick("0", `""`, `"C"`, `"POSIX"`, `"none"`, `"C.UTF-8"`)
	case 'x':
		return g.format()
	case 'B', 'T':
		return g.object("char", "static char @[64] = "+g.text()+";")
	case 'W':
		return g.object("wchar_t", "static wchar_t @[64] = L"+g.text()+";")
	case 'I':
		return g.object("int", "int @ = 7;")
	case 'L':
		return g.object("long", "long @ = 7;")
	case 'Z':
		return g.object("size_t", "size_t @ = 0;")
	case 'U':
		return g.object("unsigned char", "unsigned char @ = 7;")
	case 'F':
		return g.object("FILE", `FILE *@ = `+
			g.pick(`fopen("file", "r+")`, `fopen("file", "r")`, `fopen("new", "w")`, `fopen("new", "a+")`, `tmpfile()`, `fopen("file", "w+")`)+`; if (!@) return;`)
	case 'P':
		return g.object("char *", "char *@ = 0;")
	case 'M':
		return g.object("struct tm", "static struct tm @ = {"+
			g.pick("0, 0, 0, 1, 0, 70", "59, 30, 12, 31, 11, 99, 3, 9, -1", "-5, 100, 3, 0, -3, 101", "0, 0, 0, 1, 0, 5000000")+"};")
	case 'S':
		return g.object("time_t", "static time_t @ = "+g.pick("0", "1", "1000000000", "-1", "4000000000", "-100000")+";")
	}
	panic(letter)
}

// format is a format for printf and its arguments.
func (g *observer) format() string {
	format, args := "", ""
	for range 1 + g.r.Intn(3) {
		flags := g.pick("", "", "", "-", "0", "+", " ", "#") + g.pick("", "", "3", "6", "1") + g.pick("", "", ".0", ".2", ".5")
		switch g.r.Intn(7) {
		case 0, 1:
			format += "%" + flags + g.pick("d", "i", "u", "x", "o", "X")
			args += ", " + g.told1('i')
		case 2:
			format += "%" + flags + g.pick("l", "ll", "z", "j") + g.pick("d", "u", "x")
			args += ", " + g.pick("5L", "-1L", "0L", "0x7fffffffffffffffL")
		case 3:
			format += "%" + strings.ReplaceAll(flags, "0", "") + "s"
			args += ", " + g.text()
		case 4:
			format += "%" + g.pick("", "-", "3") + "c"
			args += ", " + g.told1('c')
		case 5:
			format += "%" + g.pick("h", "hh") + g.pick("d", "u", "x")
			args += ", " + g.told1('i')
		case 6:
			format += "%*d" + g.pick("%%", ":", "\\n")
			args += ", " + g.pick("0", "2", "-4") + ", " + g.told1('i')
		}
	}
	return `"` + format + `"` + args
}
