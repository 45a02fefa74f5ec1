#define AVR 1
#define __AVR 1
#define __AVR__ 1
#define __AVR_ARCH__ 5
#define __BIGGEST_ALIGNMENT__ 1
#define __SIZEOF_DOUBLE__ 4
#define __SIZEOF_LONG_DOUBLE__ 8
#define __SIZEOF_WCHAR_T__ 2
#define __WCHAR_TYPE__ int
#define __WCHAR_MAX__ 0x7fff
#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
#define __WCHAR_WIDTH__ 16
#define __CHAR16_TYPE__ unsigned int
#define __INT16_TYPE__ int
#define __UINT16_TYPE__ unsigned int
#define __INT_LEAST16_TYPE__ int
#define __UINT_LEAST16_TYPE__ unsigned int
#define __SIG_ATOMIC_TYPE__ char
#define __SIG_ATOMIC_MAX__ 0x7f
#define __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
#define __SIG_ATOMIC_WIDTH__ 8
#define __DBL_MANT_DIG__ 24
#define __DBL_DIG__ 6
#define __DBL_MIN_EXP__ (-125)
#define __DBL_MIN_10_EXP__ (-37)
#define __DBL_MAX_EXP__ 128
#define __DBL_MAX_10_EXP__ 38
#define __DBL_DECIMAL_DIG__ 9
#define __DBL_MAX__ ((double)3.40282346638528859811704183484516925e+38L)
#define __DBL_MIN__ ((double)1.17549435082228750796873653722224568e-38L)
#define __DBL_EPSILON__ ((double)1.19209289550781250000000000000000000e-7L)
#define __DBL_DENORM_MIN__ ((double)1.40129846432481707092372958328991613e-45L)
