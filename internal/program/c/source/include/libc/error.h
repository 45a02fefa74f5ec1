#ifndef _CRAIG_ERROR_H
#define _CRAIG_ERROR_H

extern void error(int status, int errnum, const char *format, ...);
extern void error_at_line(int status, int errnum, const char *fname, unsigned int lineno, const char *format, ...);
extern void (*error_print_progname)(void);
extern unsigned int error_message_count;
extern int error_one_per_line;

#endif
