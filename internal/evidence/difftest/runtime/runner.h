/* What the program's copies, the inputs and the runner of a challenge share. */
typedef unsigned long long craig_value;

/* A site is a place of the program that gives unknown values. */
struct craig_site {
  char kind; /* 'i' integer, 'f' float, 'p' pointer, 'm' contents of memory */
  unsigned char bits, is_signed;
};
extern const struct craig_site craig_sites[]; /* and one more: what the C library's functions read */
extern const unsigned craig_site_count;
extern const int craig_leaks;               /* blocks to which no pointer leads at the end are looked for */
extern const int craig_world;               /* functions of the C library may give inputs */
extern const craig_value craig_constants[]; /* of the program */
extern const unsigned craig_constant_count;

int craig_program(void); /* sets what is defined nowhere, and calls the entry function */

craig_value craig_integer(unsigned site);
double craig_float(unsigned site);
void *craig_pointer(unsigned site);
void *craig_arguments(unsigned site, int count);
int craig_fill(unsigned site, void *at, unsigned long size);
int craig_error(void);
int craig_assumed(void);

/* Copies that are compared with their core say where they are, and what variables are there. */
void craig_point(unsigned number);
void craig_int(long long value);
void craig_real(double value);
