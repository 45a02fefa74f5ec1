#define _LP64 1
#define __LP64__ 1
#define __x86_64 1
#define __x86_64__ 1
#define __amd64 1
#define __amd64__ 1
#define __code_model_small__ 1
#define __k8 1
#define __k8__ 1
#define __SSE__ 1
#define __SSE2__ 1
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_PTRDIFF_T__ 8
#define __SIZEOF_LONG_DOUBLE__ 16
#define __SIZEOF_FLOAT80__ 16
#define __SIZEOF_FLOAT128__ 16
#define __SIZEOF_INT128__ 16
#define __LONG_MAX__ 0x7fffffffffffffffL
#define __LONG_WIDTH__ 64
#define __SIZE_TYPE__ long unsigned int
#define __SIZE_MAX__ 0xffffffffffffffffUL
#define __SIZE_WIDTH__ 64
#define __PTRDIFF_TYPE__ long int
#define __PTRDIFF_MAX__ 0x7fffffffffffffffL
#define __PTRDIFF_WIDTH__ 64
#define __WCHAR_TYPE__ int
#define __WCHAR_MAX__ 0x7fffffff
#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
#define __INTMAX_TYPE__ long int
#define __UINTMAX_TYPE__ long unsigned int
#define __INTMAX_MAX__ 0x7fffffffffffffffL
#define __UINTMAX_MAX__ 0xffffffffffffffffUL
#define __INTMAX_C(c) c ## L
#define __UINTMAX_C(c) c ## UL
#define __INTPTR_TYPE__ long int
#define __UINTPTR_TYPE__ long unsigned int
#define __INTPTR_MAX__ 0x7fffffffffffffffL
#define __UINTPTR_MAX__ 0xffffffffffffffffUL
#define __INTPTR_WIDTH__ 64
#define __SIG_ATOMIC_TYPE__ int
#define __SIG_ATOMIC_MAX__ 0x7fffffff
#define __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
#define __SIG_ATOMIC_WIDTH__ 32
#define __INT64_TYPE__ long int
#define __UINT64_TYPE__ long unsigned int
#define __INT64_MAX__ 0x7fffffffffffffffL
#define __UINT64_MAX__ 0xffffffffffffffffUL
#define __INT64_C(c) c ## L
#define __UINT64_C(c) c ## UL
#define __INT_LEAST64_TYPE__ long int
#define __UINT_LEAST64_TYPE__ long unsigned int
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffUL
#define __INT_FAST16_TYPE__ long int
#define __INT_FAST32_TYPE__ long int
#define __INT_FAST64_TYPE__ long int
#define __UINT_FAST16_TYPE__ long unsigned int
#define __UINT_FAST32_TYPE__ long unsigned int
#define __UINT_FAST64_TYPE__ long unsigned int
#define __INT_FAST16_MAX__ 0x7fffffffffffffffL
#define __INT_FAST32_MAX__ 0x7fffffffffffffffL
#define __INT_FAST64_MAX__ 0x7fffffffffffffffL
#define __UINT_FAST16_MAX__ 0xffffffffffffffffUL
#define __UINT_FAST32_MAX__ 0xffffffffffffffffUL
#define __UINT_FAST64_MAX__ 0xffffffffffffffffUL
#define __FLT_EVAL_METHOD__ 0
#define __FXSR__ 1
#define __INT_FAST16_WIDTH__ 64
#define __INT_FAST32_WIDTH__ 64
#define __MMX__ 1
#define __SSE2_MATH__ 1
#define __SSE_MATH__ 1
