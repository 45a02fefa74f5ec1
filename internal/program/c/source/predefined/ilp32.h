#define _ILP32 1
#define __ILP32__ 1
#define __i386 1
#define __i386__ 1
#define i386 1
#define __i686 1
#define __i686__ 1
#define __code_model_32__ 1
#define __SIZEOF_LONG__ 4
#define __SIZEOF_POINTER__ 4
#define __SIZEOF_SIZE_T__ 4
#define __SIZEOF_PTRDIFF_T__ 4
#define __SIZEOF_LONG_DOUBLE__ 12
#define __SIZEOF_FLOAT80__ 12
#define __SIZEOF_FLOAT128__ 16
#define __LONG_MAX__ 0x7fffffffL
#define __LONG_WIDTH__ 32
#define __SIZE_TYPE__ unsigned int
#define __SIZE_MAX__ 0xffffffffU
#define __SIZE_WIDTH__ 32
#define __PTRDIFF_TYPE__ int
#define __PTRDIFF_MAX__ 0x7fffffff
#define __PTRDIFF_WIDTH__ 32
#define __WCHAR_TYPE__ long int
#define __WCHAR_MAX__ 0x7fffffffL
#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
#define __INTMAX_TYPE__ long long int
#define __UINTMAX_TYPE__ long long unsigned int
#define __INTMAX_MAX__ 0x7fffffffffffffffLL
#define __UINTMAX_MAX__ 0xffffffffffffffffULL
#define __INTMAX_C(c) c ## LL
#define __UINTMAX_C(c) c ## ULL
#define __INTPTR_TYPE__ int
#define __UINTPTR_TYPE__ unsigned int
#define __INTPTR_MAX__ 0x7fffffff
#define __UINTPTR_MAX__ 0xffffffffU
#define __INTPTR_WIDTH__ 32
#define __SIG_ATOMIC_TYPE__ int
#define __SIG_ATOMIC_MAX__ 0x7fffffff
#define __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
#define __SIG_ATOMIC_WIDTH__ 32
#define __INT64_TYPE__ long long int
#define __UINT64_TYPE__ long long unsigned int
#define __INT64_MAX__ 0x7fffffffffffffffLL
#define __UINT64_MAX__ 0xffffffffffffffffULL
#define __INT64_C(c) c ## LL
#define __UINT64_C(c) c ## ULL
#define __INT_LEAST64_TYPE__ long long int
#define __UINT_LEAST64_TYPE__ long long unsigned int
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffLL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffULL
#define __INT_FAST16_TYPE__ int
#define __INT_FAST32_TYPE__ int
#define __INT_FAST64_TYPE__ long long int
#define __UINT_FAST16_TYPE__ unsigned int
#define __UINT_FAST32_TYPE__ unsigned int
#define __UINT_FAST64_TYPE__ long long unsigned int
#define __INT_FAST16_MAX__ 0x7fffffff
#define __INT_FAST32_MAX__ 0x7fffffff
#define __INT_FAST64_MAX__ 0x7fffffffffffffffLL
#define __UINT_FAST16_MAX__ 0xffffffffU
#define __UINT_FAST32_MAX__ 0xffffffffU
#define __UINT_FAST64_MAX__ 0xffffffffffffffffULL
#define __FLT_EVAL_METHOD__ 0
#define __INT_FAST16_WIDTH__ 32
#define __INT_FAST32_WIDTH__ 32
