// The steps of a walk: 0 stays where it is, for ever.
//
//     craig verify --property termination examples/playground/forever.c
extern int step(void);

int main(void)
{
	int width = step(), at = 0;

	if (width < 0)
		return 1;
	while (at < 1000)
		at += width;
	return 0;
}
