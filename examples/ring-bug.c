// The ring buffer of ring.c, whose tail goes round one step too late.
//
//     craig verify --property bounds examples/ring-bug.c
extern int arrives(void);
extern int next_item(void);

#define SIZE 8

int ring[SIZE];
int head = 0, count = 0;

void put(int item)
{
	int tail = head + count;
	if (tail > SIZE)
		tail -= SIZE;
	ring[tail] = item;
	count++;
}

int get(void)
{
	int item = ring[head];
	head++;
	if (head == SIZE)
		head = 0;
	count--;
	return item;
}

int main(void)
{
	int sum = 0;
	for (;;) {
		if (arrives() && count < SIZE)
			put(next_item());
		else if (count > 0)
			sum ^= get();
	}
}
