// verdict: TRUE
// options: -m32 --isr tick
// A counter of 64 bits that an interrupt increments, read with 32 bits at a time: twice, until both values are the same.
// See ticks-bug.c.

#include <assert.h>
#include <stdint.h>

static volatile uint64_t ticks = 0xffffffff; // its lower half overflows next
static int ticked;

void tick(void)
{
    if (!ticked) { // once is enough to see what is wrong with reading it once
        ticked = 1;
        ticks++;
    }
}

static uint64_t now(void)
{
    uint64_t t;
    do
        t = ticks;
    while (t != ticks);
    return t;
}

int main(void)
{
    uint64_t t = now();
    assert(t == 0xffffffff || t == 0x100000000);
    return 0;
}
