// A driver takes a lock, works on a request, and gives the lock back before it looks for the next
// one; it works again only if somebody has moved the counter meanwhile. The lock must be held
// whenever it is given back, and never be taken twice.
// Here every fourth request moves the counter and keeps the lock.
extern void reach_error(void);
extern int more_work(void);

int locked = 0;

void lock(void)
{
	if (locked)
		reach_error();
	locked = 1;
}

void unlock(void)
{
	if (!locked)
		reach_error();
	locked = 0;
}

int main(void)
{
	unsigned seen, requests = 0;

	do {
		lock();
		seen = requests;
		if (more_work()) {
			if (requests % 4 != 3)
				unlock();
			requests++;
		}
	} while (requests != seen);
	unlock();
	return 0;
}
