// A ring buffer whose operations have contracts. One of them is called when there may be no room.
//
//     craig verify --entry exchange --contracts replace examples/contracts/queue-bug.c
#define SIZE 8

struct queue {
	unsigned head, count;
	int items[SIZE];
};

/*@ requires \valid(q) && q->head < SIZE && q->count < SIZE;
    assigns q->count, q->items[0 .. SIZE - 1];
    ensures q->count == \old(q->count) + 1; */
void put(struct queue *q, int item)
{
	unsigned at = q->head + q->count;
	q->items[at < SIZE ? at : at - SIZE] = item;
	q->count++;
}

/*@ requires \valid(q) && q->head < SIZE && 0 < q->count <= SIZE;
    assigns q->head, q->count;
    ensures q->head < SIZE && q->count == \old(q->count) - 1;
    ensures \result == q->items[\old(q->head)]; */
int take(struct queue *q)
{
	int item = q->items[q->head];
	q->head = (q->head + 1) % SIZE;
	q->count--;
	return item;
}

/*@ requires \valid(q) && q->head < SIZE && 0 < q->count <= SIZE;
    assigns q->head, q->count, q->items[0 .. SIZE - 1];
    ensures q->count == \old(q->count); */
int exchange(struct queue *q, int item)
{
	put(q, item);
	int first = take(q);
	return first;
}
