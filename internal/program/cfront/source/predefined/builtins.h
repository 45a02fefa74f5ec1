/* What gcc knows without a declaration. */
int __predefined_declarator;
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;

#define __extension__
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__

#ifdef __LP64__
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
#define __builtin_va_copy(to, from) ((void)(__craig_begin(to), *(to) = *(from)))
#else
typedef char *__builtin_va_list;
#define __builtin_va_copy(to, from) ((void)(__craig_begin(to), (to) = (from)))
#endif
int __builtin_va_arg();
void __builtin_va_start(__builtin_va_list, ...);
void __builtin_va_end(__builtin_va_list);
void __craig_begin(__builtin_va_list);
#define __builtin_va_arg(list, type) __builtin_va_arg(list, sizeof(type))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_types_compatible_p(a, b) __ccgo__types_compatible_p(sizeof(a), sizeof(b))
int __ccgo__types_compatible_p();

long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
void __builtin_unreachable(void);
void __builtin_trap(void);
void __builtin_prefetch(const void *, ...);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
void *__builtin_return_address(unsigned);
void *__builtin_frame_address(unsigned);
__SIZE_TYPE__ __builtin_object_size(const void *, int);
void *__builtin_alloca(__SIZE_TYPE__);
_Bool __builtin_add_overflow();
_Bool __builtin_add_overflow_p();
_Bool __builtin_sadd_overflow(int, int, int *);
_Bool __builtin_saddl_overflow(long, long, long *);
_Bool __builtin_saddll_overflow(long long, long long, long long *);
_Bool __builtin_uadd_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_uaddl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_uaddll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_sub_overflow();
_Bool __builtin_sub_overflow_p();
_Bool __builtin_ssub_overflow(int, int, int *);
_Bool __builtin_ssubl_overflow(long, long, long *);
_Bool __builtin_ssubll_overflow(long long, long long, long long *);
_Bool __builtin_usub_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_usubl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_usubll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_mul_overflow();
_Bool __builtin_mul_overflow_p();
_Bool __builtin_smul_overflow(int, int, int *);
_Bool __builtin_smull_overflow(long, long, long *);
_Bool __builtin_smulll_overflow(long long, long long, long long *);
_Bool __builtin_umul_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_umull_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_umulll_overflow(unsigned long long, unsigned long long, unsigned long long *);

void __atomic_load();
void __atomic_store();
void __atomic_exchange();
void __atomic_store_n();
_Bool __atomic_compare_exchange();
_Bool __atomic_compare_exchange_n();
_Bool __atomic_test_and_set();
void __atomic_clear();
void __atomic_thread_fence(int);
void __atomic_signal_fence(int);
_Bool __atomic_always_lock_free();
_Bool __atomic_is_lock_free();
_Bool __sync_bool_compare_and_swap();
void __sync_lock_release();
void __sync_synchronize();
void __atomic_store_1();
_Bool __atomic_compare_exchange_1();
_Bool __sync_bool_compare_and_swap_1();
void __sync_lock_release_1();
void __atomic_store_2();
_Bool __atomic_compare_exchange_2();
_Bool __sync_bool_compare_and_swap_2();
void __sync_lock_release_2();
void __atomic_store_4();
_Bool __atomic_compare_exchange_4();
_Bool __sync_bool_compare_and_swap_4();
void __sync_lock_release_4();
void __atomic_store_8();
_Bool __atomic_compare_exchange_8();
_Bool __sync_bool_compare_and_swap_8();
void __sync_lock_release_8();
void __atomic_store_16();
_Bool __atomic_compare_exchange_16();
_Bool __sync_bool_compare_and_swap_16();
void __sync_lock_release_16();

#define __builtin_LINE() __LINE__
#define __builtin_FILE() __FILE__
#define __builtin_FUNCTION() __func__
void *__builtin_alloca_with_align(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_alloca_with_align_and_max(__SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__);
void __builtin_cpu_init(void);
int __builtin_cpu_is(const char *);
int __builtin_cpu_supports(const char *);
void *__builtin_extract_return_addr(void *);
void *__builtin_frob_return_addr(void *);
void *__builtin_thread_pointer(void);
void __builtin___clear_cache(void *, void *);
void *__builtin_stack_save(void);
void __builtin_stack_restore(void *);
void *__builtin_apply_args(void);

int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
int __builtin_clrsb(int);
int __builtin_clrsbl(long);
int __builtin_clrsbll(long long);
int __builtin_clz(unsigned);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_popcount(unsigned);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
#ifdef __SIZEOF_INT128__
unsigned __int128 __builtin_bswap128(unsigned __int128);
#endif

int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
void __builtin_abort(void);
void __builtin_exit(int);
void __builtin__Exit(int);
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_realloc(void *, __SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memmove_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memset_chk(void *, int, __SIZE_TYPE__, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
char *__builtin_strcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strstr(const char *, const char *);
char *__builtin_strpbrk(const char *, const char *);
__SIZE_TYPE__ __builtin_strspn(const char *, const char *);
__SIZE_TYPE__ __builtin_strcspn(const char *, const char *);
char *__builtin_strdup(const char *);
int __builtin_printf(const char *, ...);
int __builtin_fprintf(void *, const char *, ...);
int __builtin_sprintf(char *, const char *, ...);
int __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_vprintf(const char *, __builtin_va_list);
int __builtin_vfprintf(void *, const char *, __builtin_va_list);
int __builtin_vsprintf(char *, const char *, __builtin_va_list);
int __builtin_vsnprintf(char *, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_scanf(const char *, ...);
int __builtin_sscanf(const char *, const char *, ...);
int __builtin_puts(const char *);
int __builtin_putchar(int);
int __builtin_isalnum(int);
int __builtin_isalpha(int);
int __builtin_isdigit(int);
int __builtin_islower(int);
int __builtin_isspace(int);
int __builtin_isupper(int);
int __builtin_tolower(int);
int __builtin_toupper(int);

double __builtin_inf(void);
float __builtin_inff(void);
long double __builtin_infl(void);
float __builtin_inff32(void);
double __builtin_inff64(void);
double __builtin_inff32x(void);
long double __builtin_inff64x(void);
double __builtin_huge_val(void);
float __builtin_huge_valf(void);
long double __builtin_huge_vall(void);
float __builtin_huge_valf32(void);
double __builtin_huge_valf64(void);
double __builtin_huge_valf32x(void);
long double __builtin_huge_valf64x(void);
double __builtin_nan(const char *);
float __builtin_nanf(const char *);
long double __builtin_nanl(const char *);
float __builtin_nanf32(const char *);
double __builtin_nanf64(const char *);
double __builtin_nanf32x(const char *);
long double __builtin_nanf64x(const char *);
double __builtin_nans(const char *);
float __builtin_nansf(const char *);
long double __builtin_nansl(const char *);
float __builtin_nansf32(const char *);
double __builtin_nansf64(const char *);
double __builtin_nansf32x(const char *);
long double __builtin_nansf64x(const char *);
_Float128 __builtin_inff128(void);
_Float128 __builtin_huge_valf128(void);
_Float128 __builtin_nanf128(const char *);
_Float128 __builtin_nansf128(const char *);
double __builtin_fabs(double);
float __builtin_fabsf(float);
long double __builtin_fabsl(long double);
double __builtin_sqrt(double);
double __builtin_floor(double);
double __builtin_ceil(double);
double __builtin_pow(double, double);
double __builtin_sin(double);
double __builtin_cos(double);
double __builtin_exp(double);
double __builtin_log(double);
double __builtin_copysign(double, double);
int __builtin_signbit();
int __builtin_signbitf(float);
int __builtin_signbitl(long double);
int __builtin_isnanf(float);
int __builtin_isnanl(long double);
int __builtin_isinff(float);
int __builtin_isinfl(long double);
int __builtin_finite(double);
int __builtin_finitef(float);
int __builtin_finitel(long double);
int __builtin_isnan();
int __builtin_isinf();
int __builtin_isinf_sign();
int __builtin_isfinite();
int __builtin_isnormal();
int __builtin_isunordered();
int __builtin_isgreater();
int __builtin_isgreaterequal();
int __builtin_isless();
int __builtin_islessequal();
int __builtin_islessgreater();
int __builtin_fpclassify();

/* Types of gcc's that cc has not, or not everywhere. */
#define _Float32 float
#define _Float64 double
#define _Float32x double
#define _Float64x long double
#define __float80 long double

/* What _Pragma becomes: no pragma in an operator means anything here. */

/* What CBMC knows without a declaration. */
typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);
__SIZE_TYPE__ __CPROVER_POINTER_OFFSET(const void *);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);
_Bool __CPROVER_same_object(const void *, const void *);
_Bool __CPROVER_r_ok(const void *, __SIZE_TYPE__);
_Bool __CPROVER_w_ok(const void *, __SIZE_TYPE__);
_Bool __CPROVER_rw_ok(const void *, __SIZE_TYPE__);
void *__CPROVER_allocate(__SIZE_TYPE__, _Bool);
void __CPROVER_havoc_object(void *);
_Bool __CPROVER_overflow_plus();
_Bool __CPROVER_overflow_minus();
_Bool __CPROVER_overflow_mult();
_Bool __CPROVER_overflow_shl();
_Bool __CPROVER_overflow_unary_minus();
_Bool __craig_forall();
_Bool __craig_exists();

/* What contracts become. */
int __craig_entry();
int __craig_requires();
int __craig_enter();
int __craig_ensures();
int __craig_assigns();
int __craig_invariant();
int __craig_variant();
int __craig_decreases();
int __craig_unchecked();
int __craig_surroundings();
int __craig_older();
_Bool __craig_apart();
_Bool __craig_freeable();
#define __CPROVER_is_freeable(p) __craig_freeable(p)
_Bool __craig_writable();
#define __CRAIG__ 1
