/* stdio.h. Text that comes from outside is unknown; it fits where a limit is given. What is behind it stays as it was. */

extern void *realloc(void *, size_t);
extern void free(void *);

/*
 * A stream that has ended stays so, unless it is moved, or was not at its end but failed for a while. The last two that have
 * ended are known, and whether there were more. What ungetc puts back is not followed.
 */
static void *ended, *before;
static int others;
static int back;

static void follows(void *file, int more) {
	if (back || more && (ended == file || before == file || others))
		__VERIFIER_assume(__craig_guess());
	if (more || ended == file)
		return;
	others |= before && before != file;
	before = ended;
	ended = file;
}

/*
 * What scanf has left in a stream: 1, not a digit next; 2, white space or the end; 3, nothing is known but that it may end. Of two
 * streams it is not known.
 */
static void *left;
static int rest, several;

/* The next character is c: -1, any or the end; -2, it is not known which. */
static void next(void *file, int c) {
	if (c != -1 && (left == file || several)) {
		int space = c == ' ' || ('\t' <= c && c <= '\r');
		int digit = '0' <= c && c <= '9';
		if (c == -2 || several || rest == 3 || (rest == 2 && !space) || (rest == 1 && digit))
			__VERIFIER_assume(__craig_guess());
	}
	if (left == file)
		left = 0;
}

static void goes_on(void *file) {
	if (left == file)
		left = 0;
	if (ended == file)
		ended = 0;
	if (before == file)
		before = 0;
}

/* A character, or the end, has been read. */
void __craig_read(void *file, int c) {
	follows(file, c >= 0);
	next(file, c);
}

/* scanf has given n, and has come to the end if less than it wants means that. It has read c first, and has left what is next. */
void __craig_scanned(void *file, int n, int all, int c, int after) {
	next(file, n < 0 ? -1 : c);
	if (n >= 0 && after) {
		several |= left && left != file;
		left = file;
		rest = after;
	}
	if (n > 0)
		follows(file, 1);
	if (n < 0 || n < all)
		follows(file, 0);
}

int ungetc(int c, void *file) {
	__craig_back();
	__craig_failed(0);
	if (c == -1 || __craig_guess())
		return -1;
	back = 1;
	goes_on(file);
	return (unsigned char)c;
}

void clearerr(void *file) {
	goes_on(file);
	__craig_failed(0);
}

void clearerr_unlocked(void *file) {
	goes_on(file);
	__craig_failed(0);
}

/* Where a stream is, is known to depend on nothing only where it has been moved to its end, and has not been asked since. */
static void *at_end;

static int moves(void *file, int whence) {
	int fails = __VERIFIER_nondet_int() != 0;
	__craig_failed(fails);
	if (fails)
		return -1;
	goes_on(file);
	if (whence == 2)
		at_end = file;
	else if (at_end == file)
		at_end = 0;
	return 0;
}

int fseek(void *file, long offset, int whence) {
	return moves(file, whence);
}

int fseeko(void *file, long offset, int whence) {
	return moves(file, whence);
}

void rewind(void *file) {
	goes_on(file);
	moves(file, 0);
}

long ftell(void *file) {
	long at = at_end == file ? __VERIFIER_nondet_long() : __craig_guess_long();
	__VERIFIER_assume(at >= -1);
	__craig_failed(at < 0);
	at_end = 0;
	return at;
}

char *fgets(char *s, int n, void *file) {
	__craig_failed(0);
	if (n <= 0)
		return 0;
	int more = __VERIFIER_nondet_int() != 0;
	follows(file, more);
	if (!more)
		return 0;
	int end = __VERIFIER_nondet_int();
	__VERIFIER_assume(end < n && (n == 1 ? end == 0 : end > 0));
	for (int i = 0; i < end; i++) {
		s[i] = __VERIFIER_nondet_char();
		__VERIFIER_assume(s[i] != '\n' || i + 1 == end);
	}
	s[end] = 0;
	if (n > 1)
		next(file, s[0]);
	return s;
}

/*
 * A line with its end, in a block that is large enough for it; there is one after the end, too. Of the size of the block is
 * known that the line fits.
 */
long getdelim(char **line, size_t *n, int delimiter, void *file) {
	if (!line || !n) {
		__craig_failed(1);
		return -1;
	}
	__craig_failed(0);
	__craig_disjoint(line, sizeof *line, n, sizeof *n);
	if (!*line || !*n) {
		*line = realloc(*line, 120);
		if (!*line)
			return -1;
		*n = 120;
	}
	long k = __VERIFIER_nondet_long();
	follows(file, k >= 0);
	if (k < 0)
		return -1;
	__VERIFIER_assume(0 < k && k < 0x7ffffff0);
	if ((size_t)k >= *n) {
		size_t size = (size_t)__craig_guess();
		__VERIFIER_assume((size_t)k < size);
		char *larger = malloc(size);
		if (!larger)
			return -1;
		free(*line);
		*line = larger;
		*n = size;
	}
	char *s = *line;
	for (long i = 0; i < k; i++) {
		s[i] = __VERIFIER_nondet_char();
		__VERIFIER_assume(s[i] != (char)delimiter || i + 1 == k);
	}
	s[k] = 0;
	next(file, s[0]);
	return k;
}

long getline(char **line, size_t *n, void *file) {
	return getdelim(line, n, '\n', file);
}

/* Of an element that is read in part C does not say which bytes it has. */
size_t fread(void *to, size_t size, size_t n, void *file) {
	size_t k = (size_t)__VERIFIER_nondet_int();
	__VERIFIER_assume(size ? k <= n : k == 0);
	if (size && n) {
		if (k)
			follows(file, 1);
		if (k < n)
			follows(file, 0);
	}
	__craig_unknown(to, size * k);
	if (size * k)
		next(file, *(unsigned char *)to);
	if (size > 1 && k < n)
		for (size_t i = 0; i < size; i++)
			if (__craig_guess())
				((char *)to)[size * k + i] = (char)__craig_guess();
	__craig_failed(0);
	return k;
}
