#define __MSP430__ 1
#define NO_TRAMPOLINES 1
#define __BIGGEST_ALIGNMENT__ 2
#define __SIZEOF_LONG_DOUBLE__ 8
#define __SIZEOF_WCHAR_T__ 4
#define __WCHAR_TYPE__ long int
#define __WCHAR_MAX__ 0x7fffffffL
#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
#define __WCHAR_WIDTH__ 32
#define __INT_FAST8_TYPE__ int
#define __UINT_FAST8_TYPE__ unsigned int
#define __INT_FAST8_MAX__ 0x7fff
#define __UINT_FAST8_MAX__ 0xffffU
#define __INT_FAST8_WIDTH__ 16
#define __SIG_ATOMIC_TYPE__ int
#define __SIG_ATOMIC_MAX__ 0x7fff
#define __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
#define __SIG_ATOMIC_WIDTH__ 16
