// Functions of the program that have the name of one of the library's, and another type, are not the
// library's: they have no side effects. (The others are not defined in this file either.)

extern void reach_error(void);

extern int getppid(int *level, int *limit);
extern int link(int *node);
extern long time();

// TRUE: it has another number of parameters
void other_count(void) {
	int level = 1, limit = 2;
	getppid(&level, &limit);
	if (level != 1)
		reach_error();
}

// TRUE: its parameter is no text
void other_pointer(void) {
	int node = 1;
	link(&node);
	if (node != 1)
		reach_error();
}

// FALSE: a declaration without parameters is that of the library if the arguments are
void without_prototype(void) {
	long t = -1;
	time(&t);
	if (t != -1)
		reach_error();
}
