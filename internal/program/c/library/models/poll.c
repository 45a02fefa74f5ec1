/* poll.h and sys/select.h */

struct pollfd {
	int fd;
	short events, revents;
};

/* The number of those that have events; POLLERR, POLLHUP and POLLNVAL are not asked for. */
static int ready(struct pollfd *fds, unsigned long n) {
	int k = 0;
	if (__VERIFIER_nondet_int()) {
		__craig_failed(1);
		return -1;
	}
	for (unsigned long i = 0; i < n; i++) {
		short events = 0;
		if (fds[i].fd >= 0)
			events = (short)__VERIFIER_nondet_int() & (fds[i].events | 0x38);
		fds[i].revents = events;
		k += events != 0;
	}
	__craig_failed(0);
	return k;
}

int poll(struct pollfd *fds, unsigned long n, int milliseconds) {
	return ready(fds, n);
}

int ppoll(struct pollfd *fds, unsigned long n, const void *t, const void *mask) {
	return ready(fds, n);
}

typedef struct {
	long words[1024 / (8 * sizeof(long))];
} fd_set;

/* Some of the members of a set stay in it; the result is how many. */
static int stay(fd_set *set, unsigned long n) {
	int k = 0;
	if (set)
		for (unsigned long i = 0; i < n; i++) {
			unsigned long w = set->words[i] & __VERIFIER_nondet_long();
			set->words[i] = w;
			k += __builtin_popcountl(w);
		}
	return k;
}

static int selected(int n, fd_set *r, fd_set *w, fd_set *e) {
	if (n < 0 || __VERIFIER_nondet_int()) {
		__craig_failed(1);
		return -1;
	}
	__craig_disjoint(r, r ? sizeof *r : 0, w, w ? sizeof *w : 0);
	__craig_disjoint(r, r ? sizeof *r : 0, e, e ? sizeof *e : 0);
	__craig_disjoint(w, w ? sizeof *w : 0, e, e ? sizeof *e : 0);
	unsigned long words = ((unsigned long)(n > 1024 ? 1024 : n) + 8 * sizeof(long) - 1) / (8 * sizeof(long));
	int k = stay(r, words);
	k += stay(w, words);
	k += stay(e, words);
	__craig_failed(0);
	return k;
}

int select(int n, fd_set *r, fd_set *w, fd_set *e, void *t) {
	struct {
		long tv_sec, tv_usec;
	} *left = t;
	size_t size = left ? sizeof *left : 0;
	__craig_disjoint(left, size, r, r ? sizeof *r : 0);
	__craig_disjoint(left, size, w, w ? sizeof *w : 0);
	__craig_disjoint(left, size, e, e ? sizeof *e : 0);
	int k = selected(n, r, w, e);
	if (left && k >= 0) { /* Linux says how much time is left, others do not. */
		long sec = __VERIFIER_nondet_long(), usec = __VERIFIER_nondet_long();
		__VERIFIER_assume(0 <= sec && sec <= left->tv_sec && 0 <= usec && usec <= 999999);
		__VERIFIER_assume(sec < left->tv_sec || usec <= left->tv_usec);
		left->tv_sec = sec;
		left->tv_usec = usec;
	}
	return k;
}

int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const void *t, const void *mask) {
	return selected(n, r, w, e);
}
