// verdict: FALSE
// options: -m32 --isr tick
// As ticks.c, but read once: one half from before an interrupt, and the other one from after it.

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
    return ticks;
}

int main(void)
{
    uint64_t t = now();
    assert(t == 0xffffffff || t == 0x100000000);
    return 0;
}
