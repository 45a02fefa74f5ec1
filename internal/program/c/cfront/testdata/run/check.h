/* A program in this folder checks itself: gcc runs it to find out whether the checks are right,
   the interpreter whether the lowering is. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
