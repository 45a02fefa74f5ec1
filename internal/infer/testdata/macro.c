// A function whose name a macro makes.
#define PUBLIC(name) lib_##name

static int squares[24];

int PUBLIC(third)(unsigned k) { return squares[k]; }
