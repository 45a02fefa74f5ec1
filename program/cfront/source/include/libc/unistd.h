#ifndef _UNISTD_H
#define _UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char *optarg;
extern int optind, opterr, optopt;
extern char **environ;
_Noreturn void _exit(int);
int access(const char *, int);
unsigned alarm(unsigned);
int chdir(const char *);
int close(int);
int dup(int);
int dup2(int, int);
int execl(const char *, const char *, ...);
int execv(const char *, char *const[]);
int execvp(const char *, char *const[]);
pid_t fork(void);
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
gid_t getegid(void);
uid_t geteuid(void);
gid_t getgid(void);
int getopt(int, char *const[], const char *);
int getpagesize(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
int isatty(int);
off_t lseek(int, off_t, int);
int pause(void);
int pipe(int[2]);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
int setgid(gid_t);
int setuid(uid_t);
unsigned sleep(unsigned);
long sysconf(int);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);
#endif
