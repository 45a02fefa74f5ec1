// What depends on the machine, one value for each function; target.txt has them. See TestTargets.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <limits.h>
#include <float.h>

struct mixed { char a; long long b; short c; double d; char e; };
struct words { char a; long b; void *p; };
struct tail { int i; char c; };
struct fields { unsigned a : 3, b : 7, c : 12, d : 10; unsigned e : 5; };
struct narrow { unsigned char a : 3, b : 5; unsigned short c : 9; signed char d : 4; };
struct wide { unsigned long long a : 33, b : 20; unsigned c : 11; };
struct zero { char a; int : 0; char b; };
struct anonymous { char a; int : 4; char b; };
struct hole { char a; long long : 3; char b; };
struct __attribute__((packed)) packed { char a; int b; unsigned c : 3, d : 13; };
union number { uint32_t w; uint16_t h[2]; uint8_t b[4]; float f; };
union longer { uint64_t q; uint32_t w[2]; uint8_t b[8]; double d; };

int size_long(void) { return sizeof(long); }
int size_pointer(void) { return sizeof(void *); }
int size_long_double(void) { return sizeof(long double); }
int align_long_double(void) { return _Alignof(long double); }
int digits_long_double(void) { return sizeof(long double) == 8 ? LDBL_MANT_DIG : 0; }
int size_mixed(void) { return sizeof(struct mixed); }
int offset_mixed_b(void) { return offsetof(struct mixed, b); }
int offset_mixed_d(void) { return offsetof(struct mixed, d); }
int size_words(void) { return sizeof(struct words); }
int size_tail(void) { return sizeof(struct tail[3]); }
int size_fields(void) { return sizeof(struct fields); }
int size_narrow(void) { return sizeof(struct narrow); }
int size_wide(void) { return sizeof(struct wide); }
int size_zero(void) { return sizeof(struct zero) * 16 + _Alignof(struct zero); }
int size_anonymous(void) { return sizeof(struct anonymous) * 16 + _Alignof(struct anonymous); }
int size_hole(void) { return sizeof(struct hole) * 16 + _Alignof(struct hole); }
int size_packed(void) { return sizeof(struct packed); }
int char_is_signed(void) { return (char)-1 < 0; }
int char_minimum(void) { return CHAR_MIN; }
int char_literal(void) { return '\xff'; }
int char_compare(void) { char c = (char)200; return c == 200; }
int char_shift(void) { char c = (char)0x80; return c >> 1; }
int wchar_is_signed(void) { return (wchar_t)-1 < 0; }
int size_type_is_int(void) { return _Generic(sizeof 1, unsigned int: 1, unsigned long: 2, default: 3); }
int wchar_type(void) { return _Generic((wchar_t)0, int: 1, long: 2, unsigned int: 3, default: 4); }
int int64_type(void) { return _Generic((int64_t)0, long: 1, long long: 2, default: 3); }
int constant_type(void) { return _Generic(2147483648, long: 1, long long: 2, default: 3); }
int long_wraps(void) { unsigned long x = 0xffffffff; return x + 1 == 0; }
int order_macro(void) { return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__; }

int union_byte(void) { union number n; n.w = 0x01020304; return n.b[0]; }
int union_half(void) { union number n; n.w = 0x01020304; return n.h[1]; }
int union_word(void) { union number n; n.b[0] = 1; n.b[1] = 2; n.b[2] = 3; n.b[3] = 4; return (int)n.w; }
int union_part(void) { union number n; n.w = 0; n.h[0] = 0x0506; return (int)n.w; }
int union_float(void) { union number n; n.f = 1.5f; return n.b[0]; }
int union_double(void) { union longer n; n.d = -2.5; return n.b[1]; }
int union_long(void) { union longer n; n.q = 0x0102030405060708; return (int)n.w[0]; }
int union_bytes_to_double(void) { union longer n; n.q = 0; n.w[0] = 0x40040000; return n.d == 2.5; }
int cast_byte(void) { int x = 0x0a0b0c0d; return *(unsigned char *)&x; }
int cast_half(void) { int x = 0x0a0b0c0d; unsigned short h; memcpy(&h, (char *)&x + 2, 2); return h; }
int cast_write(void) { unsigned x = 0; ((unsigned char *)&x)[1] = 0x7f; return (int)x; }
int cast_long(void) { long x = 0x11; return ((unsigned char *)&x)[sizeof x - 1]; }
int copy_word(void) { unsigned char b[4] = {1, 2, 3, 4}; unsigned w; memcpy(&w, b, 4); return (int)w; }
int copy_part(void) { unsigned w = 0x01020304; unsigned char b[2]; memcpy(b, (char *)&w + 1, 2); return b[0] * 256 + b[1]; }
int copy_long(void) { unsigned char b[8] = {0, 0, 0, 0, 0, 0, 0, 9}; unsigned long long q; memcpy(&q, b, 8); return (int)(q % 1000); }
int compare_bytes(void) { unsigned a = 1, b = 256; return memcmp(&a, &b, 4) < 0; }
int set_bytes(void) { unsigned x = 0x01020304; memset(&x, 0x55, 2); return (int)x; }
int literal_word(void) { unsigned w; memcpy(&w, "abcd", 4); return (int)w; }
int wide_literal(void) { const wchar_t *s = L"\x0102"; return ((const unsigned char *)s)[0] * 256 + ((const unsigned char *)s)[sizeof(wchar_t) - 1]; }
int utf16_literal(void) { const unsigned char *s = (const unsigned char *)u"\x0102"; return s[0]; }
int loop_bytes(void) { unsigned x = 0x01020304, h = 0; for (int i = 0; i < 4; i++) h = h * 7 + ((unsigned char *)&x)[i]; return (int)h; }
int array_bytes(void) { short s[3] = {0x0102, 0x0304, 0x0506}; int n = 0; unsigned char *p = (unsigned char *)s; for (int i = 0; i < 6; i++) n = n * 3 + p[i]; return n; }
int swapped(void) { return (int)__builtin_bswap32(0x01020304); }

int field_bytes(void) { struct fields f; memset(&f, 0, sizeof f); f.b = 0x55; unsigned char b[8] = {0}; memcpy(b, &f, sizeof f); return b[0] << 16 | b[1] << 8 | b[2]; }
int field_second(void) { struct fields f; memset(&f, 0, sizeof f); f.c = 0xabc; f.e = 3; unsigned char b[8] = {0}; memcpy(b, &f, sizeof f); return b[1] << 16 | b[2] << 8 | b[4]; }
int field_word(void) { union { struct fields f; unsigned w[2]; } u = {0}; u.f.a = 5; u.f.d = 3; return (int)u.w[0]; }
int field_read(void) { union { struct fields f; unsigned w[2]; } u = {0}; u.w[0] = 0x12345678; return u.f.c; }
int field_narrow(void) { struct narrow n; memset(&n, 0, sizeof n); n.a = 5; n.c = 0x101; n.d = -3; unsigned char b[6] = {0}; memcpy(b, &n, sizeof n < 6 ? sizeof n : 6); return b[0] << 24 | b[2] << 16 | b[3] << 8 | b[4]; }
int field_signed(void) { struct narrow n; memset(&n, 0x5a, sizeof n); return n.d; }
int field_wide(void) { struct wide w; memset(&w, 0, sizeof w); w.a = 0x123456789; w.b = 7; w.c = 0x155; unsigned char b[16] = {0}; memcpy(b, &w, sizeof w); return b[0] << 24 | b[4] << 16 | b[7] << 8 | b[8]; }
int field_packed(void) { struct packed p; memset(&p, 0, sizeof p); p.b = 0x01020304; p.c = 5; p.d = 0x1234; unsigned char b[7]; memcpy(b, &p, 7); return b[1] << 24 | b[5] << 16 | b[6] << 8 | b[4]; }
int field_kept(void) { struct fields f; memset(&f, 0xff, sizeof f); f.b = 0; return f.a * 10000 + f.c; }
