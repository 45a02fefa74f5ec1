#define __SIZEOF_INT__ 2
#define __SIZEOF_LONG__ 4
#define __SIZEOF_POINTER__ 2
#define __SIZEOF_SIZE_T__ 2
#define __SIZEOF_PTRDIFF_T__ 2
#define __SIZEOF_WINT_T__ 2
#define __INT_MAX__ 0x7fff
#define __INT_WIDTH__ 16
#define __LONG_MAX__ 0x7fffffffL
#define __LONG_WIDTH__ 32
#define __SIZE_TYPE__ unsigned int
#define __SIZE_MAX__ 0xffffU
#define __SIZE_WIDTH__ 16
#define __PTRDIFF_TYPE__ int
#define __PTRDIFF_MAX__ 0x7fff
#define __PTRDIFF_WIDTH__ 16
#define __WINT_TYPE__ unsigned int
#define __WINT_MAX__ 0xffffU
#define __WINT_MIN__ 0U
#define __WINT_WIDTH__ 16
#define __INTMAX_TYPE__ long long int
#define __UINTMAX_TYPE__ long long unsigned int
#define __INTMAX_MAX__ 0x7fffffffffffffffLL
#define __UINTMAX_MAX__ 0xffffffffffffffffULL
#define __INTMAX_C(c) c ## LL
#define __UINTMAX_C(c) c ## ULL
#define __INTPTR_TYPE__ int
#define __UINTPTR_TYPE__ unsigned int
#define __INTPTR_MAX__ 0x7fff
#define __UINTPTR_MAX__ 0xffffU
#define __INTPTR_WIDTH__ 16
#define __CHAR32_TYPE__ long unsigned int
#define __UINT16_MAX__ 0xffffU
#define __UINT_LEAST16_MAX__ 0xffffU
#define __UINT16_C(c) c ## U
#define __INT32_TYPE__ long int
#define __UINT32_TYPE__ long unsigned int
#define __INT32_MAX__ 0x7fffffffL
#define __UINT32_MAX__ 0xffffffffUL
#define __INT32_C(c) c ## L
#define __UINT32_C(c) c ## UL
#define __INT64_TYPE__ long long int
#define __UINT64_TYPE__ long long unsigned int
#define __INT64_MAX__ 0x7fffffffffffffffLL
#define __UINT64_MAX__ 0xffffffffffffffffULL
#define __INT64_C(c) c ## LL
#define __UINT64_C(c) c ## ULL
#define __INT_LEAST32_TYPE__ long int
#define __UINT_LEAST32_TYPE__ long unsigned int
#define __INT_LEAST32_MAX__ 0x7fffffffL
#define __UINT_LEAST32_MAX__ 0xffffffffUL
#define __INT_LEAST64_TYPE__ long long int
#define __UINT_LEAST64_TYPE__ long long unsigned int
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffLL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffULL
#define __INT_FAST16_TYPE__ int
#define __UINT_FAST16_TYPE__ unsigned int
#define __INT_FAST16_MAX__ 0x7fff
#define __UINT_FAST16_MAX__ 0xffffU
#define __INT_FAST16_WIDTH__ 16
#define __INT_FAST32_TYPE__ long int
#define __UINT_FAST32_TYPE__ long unsigned int
#define __INT_FAST32_MAX__ 0x7fffffffL
#define __UINT_FAST32_MAX__ 0xffffffffUL
#define __INT_FAST32_WIDTH__ 32
#define __INT_FAST64_TYPE__ long long int
#define __UINT_FAST64_TYPE__ long long unsigned int
#define __INT_FAST64_MAX__ 0x7fffffffffffffffLL
#define __UINT_FAST64_MAX__ 0xffffffffffffffffULL
#define __FLT_EVAL_METHOD__ 0
#define __LDBL_MANT_DIG__ 53
#define __LDBL_DIG__ 15
#define __LDBL_MIN_EXP__ (-1021)
#define __LDBL_MIN_10_EXP__ (-307)
#define __LDBL_MAX_EXP__ 1024
#define __LDBL_MAX_10_EXP__ 308
#define __LDBL_DECIMAL_DIG__ 17
#define __LDBL_MAX__ 1.79769313486231570814527423731704357e+308L
#define __LDBL_MIN__ 2.22507385850720138309023271733240406e-308L
#define __LDBL_EPSILON__ 2.22044604925031308084726333618164062e-16L
#define __LDBL_DENORM_MIN__ 4.94065645841246544176568792868221372e-324L
#define __DECIMAL_DIG__ 17
