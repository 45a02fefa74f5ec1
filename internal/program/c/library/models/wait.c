/* sys/wait.h */

/* The status is that of a process that has exited, or that a signal has ended or stopped, or 0xffff. */
static int ended(int pid, int *status) {
	if (pid > 0 && status) {
		int s = __VERIFIER_nondet_int();
		__VERIFIER_assume(0 <= s && s <= 0xffff);
		*status = s;
	}
	return pid;
}

int wait(int *status) {
	int pid = __VERIFIER_nondet_int();
	__VERIFIER_assume(pid == -1 || pid > 0);
	__craig_failed(pid < 0);
	return ended(pid, status);
}

int waitpid(int which, int *status, int options) {
	int pid = __VERIFIER_nondet_int();
	__VERIFIER_assume(pid >= -1 && (pid != 0 || (options & 1))); /* WNOHANG */
	__craig_failed(pid < 0);
	return ended(pid, status);
}
