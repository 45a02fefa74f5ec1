// verdict: TRUE
// options: --isr received --property unreach-call,bounds
// A ring of characters, which an interrupt puts in and the program takes out. Both change the number of those that
// are there, the program with interrupts switched off. See uart-bug.c.

#include <assert.h>

#define SIZE 4

static volatile unsigned char ring[SIZE], count;
static unsigned char in, out; // of the interrupt, of the program

extern unsigned char receive_register(void);
extern void cli(void), sei(void); // switch interrupts off and on

void received(void)
{
    unsigned char c = receive_register();
    if (count == SIZE)
        return; // it is lost
    ring[in] = c;
    in = (in + 1) % SIZE;
    count++;
}

static int get(void)
{
    if (count == 0)
        return -1;
    unsigned char c = ring[out];
    out = (out + 1) % SIZE;
    cli();
    count--;
    sei();
    return c;
}

int main(void)
{
    for (;;) {
        get();
        assert(count <= SIZE);
        cli();
        assert((out + count) % SIZE == in);
        sei();
    }
}
