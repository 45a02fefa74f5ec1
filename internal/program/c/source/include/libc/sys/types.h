#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#include <endian.h>
#include <sys/select.h>
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
typedef __INT64_TYPE__ loff_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned useconds_t;
typedef int clockid_t;
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned id_t;
typedef unsigned mode_t;
typedef unsigned long ino_t;
#ifdef __x86_64__
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned nlink_t;
#endif
typedef long blksize_t;
typedef long blkcnt_t;
typedef int key_t;
typedef char *caddr_t;
#endif
