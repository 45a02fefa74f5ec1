package meaning

// piece is C text for a language: declarations, what stands in a function that computes r, and declarations of a second file.
type piece struct{ top, body, other string }

// pieces are what C has beside arithmetic and memory, which other tests have at random: how things are declared, initialised, laid
// out, converted, called, jumped to and linked.
var pieces = []piece{
	// bit-fields
	{top: `struct fN { int x : K; unsigned y : 7; signed char z : H; long long w : 33; _Bool f : 1; unsigned : 0; unsigned short s : 9; };`,
		body: `struct fN vN = { .y = C, .w = D, .s = E }; vN.x = E; vN.z = F; vN.f = E; R(vN.x + 1); R(vN.y - 100 < 0); R(vN.z); R(vN.w * 3);
R(vN.f - 1); R(vN.s << 20);
R(vN.x += 5); R(vN.y = 300); R(vN.z++); R(vN.z); R(--vN.w); R(vN.s *= 3); R(vN.f |= 2); R((vN.f ^= 1, vN.f)); R(~vN.y); R(-vN.s < 1u);
R(sizeof vN);`},
	{top: `struct __attribute__((packed)) gN { unsigned char t; unsigned x : 3; unsigned long long y : 45; int z : 11; S v; };`,
		body: `struct gN vN[2] = { { 1, 2, 3, 4, 5 }, { .y = C, .z = E } }, *pN = &vN[1]; pN->x = E; pN->y ^= D; pN--; pN->z = F;
pN->y = pN[1].y - 1; pN->v = E;
unsigned char *qN = (unsigned char *)vN; for (unsigned i = 0; i < sizeof vN; i++) r = r * 7 + (i % sizeof *vN < 8 ? qN[i] : 0); R(sizeof vN);
R(vN->y); R(vN[1].z); R(offsetof(struct gN, v)); R(vN->v);`},
	{top: `struct hN { enum { pN = -2, qN, rN = 3 } e : 3; unsigned u : 32; long l : 20; unsigned long long m : 64; }; union iN { struct {
unsigned lo : 4, hi : 4; }; unsigned char c; struct { int s : 4; }; };`,
		body: `struct hN xN = { pN, C, D, E }; union iN yN = { .c = C }; R(xN.e < 0); R(xN.u + xN.l); R(xN.m >> 60); xN.l = E; R(xN.l < xN.u);
R(yN.lo); R(yN.hi); R(yN.s); yN.hi = E; R(yN.c); R((xN.e = rN)); R(yN.lo++ + (yN.c & 1)); R(yN.lo - yN.hi);
R((xN.u << 1) > 0); R(xN.u - xN.m); R(1 ? xN.l : yN.lo); R(sizeof xN + sizeof yN); R((unsigned char)xN.l); R(!xN.l + !!xN.u);`},
	{top: `static struct jN { unsigned a : 5; int : 3; unsigned b : 9, c : 20; long d; } keepN = { C & 31, 200, 7, D };
static struct jN swapN(struct jN x, struct jN *y) { struct jN z = *y; y->b = x.b + 1; y->a -= x.a; z.c = x.d; return z; }`,
		body: `struct jN xN = { E, .d = F, .c = 9 }, yN; yN = swapN(keepN, &xN); R(xN.a); R(xN.b); R(yN.c); R(yN.a); R(swapN(swapN(xN, &yN),
&keepN).c); R(keepN.b); R(yN.b); R(yN.d); R(keepN.a - yN.a);`},
	// unions, layout, bytes
	{body: `union { float f; unsigned u; unsigned char c[4]; } xN; xN.f = (float)(int)a + 0.5f * b; R(xN.u); xN.c[3] ^= 0x80; R(xN.f < 0 ? 1 : 2);
xN.u += K << 20; R((long)(xN.f * 8)); union { double d; unsigned long long u; short s[4]; } yN = { .d = (int)b - K }; R(yN.u >> 40); R(yN.s[3]);
yN.u |= 1ULL << 63; R((int)yN.d); yN.s[3] ^= 0x10; R(yN.d > 0.001);`},
	{top: `struct kN { char c; T t; struct __attribute__((packed)) { char d; U u; } in; V v __attribute__((aligned(16))); short e[3]; };`,
		body: `struct kN xN = { 1, E, { 2, F }, C, { 1, 2, 3 } }, *pN = &xN; R(sizeof *pN); R(offsetof(struct kN, t)); R(offsetof(struct kN,
in.u)); R(offsetof(struct kN, e[2])); R(_Alignof(struct kN)); R(__alignof__(pN->in)); R(*(U *)((char *)pN + offsetof(struct kN,
in.u)) == pN->in.u); R(pN->in.u); R((char *)&pN->e - (char *)pN); R(*(pN->e + 2)); R(xN.t); R(((T *)&pN->t)[0]);
R(sizeof(pN->e) / sizeof *pN->e);`},
	{body: `unsigned char bN[16]; for (int i = 0; i < 16; i++) bN[i] = i * K + a; struct __attribute__((packed)) { short s; unsigned long long l;
char c; int i; } *pN = (void *)(bN + 1); R(pN->s); R(pN->l); R(pN->c); R(pN->i); pN->l = E; pN->i = F; R(bN[3]); R(bN[11]); R(bN[15]);
unsigned wN; __builtin_memcpy(&wN, bN + (b & 3), sizeof wN); R(wN);`},
	{top: `union uN { struct { int k; T t; } x; struct { int k; U u[2]; } y; char c[24]; }; static union uN makeN(int k, long v) { union uN u = {
.c = { 1, 2, 3 } }; if (k & 1) u.x.t = v, u.x.k = k; else u.y.k = k, u.y.u[1] = v; return u; }`,
		body: `union uN vN = makeN(a, E), wN = makeN(b, F); R(vN.x.k); R(vN.x.k & 1 ? vN.x.t : vN.y.u[1]); R(wN.y.k & 1 ? wN.x.t : wN.y.u[1]);
R(wN.c[0]); R(makeN(3, C).x.t); R(makeN(2, D).y.u[1]); wN = vN; R(wN.y.k); R(sizeof wN);`},
	// initialisers
	{top: `static T tabN[][3] = { { 1, C }, [3] = { [1] = D, K }, H, M, [1] = { [2] = 5, [0] = 4 } }; static struct { int a[4]; struct {
char s[5]; int x; } in[2]; } strN[] = { [1].in[1].s = "abcdef", [0] = { .a = { [1 ... 2] = K, H }, .in[0] = { "xy", 3 } }, [1].a[2] = 8, 9, { {
"pqrst" } } };`,
		body: `R(sizeof tabN); for (unsigned i = 0; i < sizeof tabN / sizeof *tabN; i++) for (int j = 0; j < 3; j++) R(tabN[i][j]);
R(sizeof strN); for (int i = 0; i < 2; i++) { for (int j = 0; j < 4; j++) R(strN[i].a[j]); for (int j = 0; j < 2; j++) { R(strN[i].in[j].x);
for (int k = 0; k < 5; k++) R(strN[i].in[j].s[k]); } }`},
	{body: `for (int i = 0; i < 3; i++) { int aN[4] = { i, [2] = a }; struct { int x, y; struct { short p, q; } z; } sN = { .z = { .q = E },
.x = i }; char tN[6] = "ab"; R(aN[1]++ + aN[3]); R(aN[2]); R(sN.y++); R(sN.z.p--); R(sN.z.q); R(tN[2 + i]); tN[3] = 'x'; aN[3] = 9; R(sN.x);
char uN[] = { "hello" }, vN[3] = "xyz"; R(sizeof uN); R(vN[2]); }`},
	{top: `struct oN { int k; union { long l; char c[8]; }; struct { short p, q; }; int t[2][2]; }; static struct oN oneN = { 1, { C }, { K, H },
{ { 1 }, { 2 } } }, twoN = { .c = { 1, 2 }, .q = M, .k = 3, .t[1][0] = 4, 5 }; static int *const refN[] = { &oneN.t[1][0], (int *)&twoN.k,
oneN.t[0] + 1 };`,
		body: `struct oN vN = oneN, wN = { vN.k, .t = { [1] = { a, b } }, .p = E }; R(vN.l); R(vN.p); R(twoN.c[1]); R(twoN.q); R(twoN.t[1][1]);
R(wN.t[1][1]); R(wN.t[0][1]); R(wN.p); R(wN.l); *refN[0] += a; *refN[2] = *refN[1]; R(oneN.t[1][0]); R(oneN.t[0][1]); R(refN[0] - refN[2]);`},
	{top: `typedef int arrN[]; static arrN xN = { 1, 2, 3 }, yN = { [K] = 1 }; static const char *const nameN[] = { "zero", "o" "ne",
[4] = "\x41" "B\0C", }; static char mN[] = "a\101\x7f\n\?\"", qN[2][4] = { "abc", { 'd', 'e' } };`,
		body: `R(sizeof xN); R(sizeof yN); R(sizeof nameN / sizeof *nameN); R(nameN[1][2]); R(nameN[4][1]); R(nameN[4][3]); R(!nameN[3]);
R(sizeof mN); R(mN[1] + mN[2]); R(qN[1][1]); R(qN[1][3]); R(sizeof "a" "bc"); R("0123456789"[a + b]); R(a["wxyz"]);
R(sizeof L"ab" / sizeof *L"ab"); R(L"\u00e9"[0]); R(sizeof u8"\u00e9"); R((unsigned char)"\xff"[0]); R("\xff"[0]); R('ab'); R('\377');
R(u'\xffff' + 0); R(*&"abc"[1]); R(sizeof(*&"abc"));`},
	// compound literals
	{top: `struct cN { int x; int *p; }; static struct cN *gN = &(struct cN){ K, (int[]){ C, D } }; static int takeN(const struct cN *c, int n) {
int s = 0; while (n--) s += c[n].x * (c[n].p ? *c[n].p : 7); return s; }`,
		body: `R(takeN((struct cN[]){ { a, &(int){ b } }, { 3 } }, 2)); R(takeN(&(struct cN){ .p = (int[2]){ [1] = 4 } }, 1));
R(gN->x + gN->p[1]); gN->p[1]++; gN->x = a; R(gN->p[1]); int *pN = (int[]){ 1, 2, E }, iN = 0; R(pN[2]); do { int *qN = &(int){ iN * 2 }; ++*qN;
R(*qN); } while (++iN < 3); R((struct cN){ F }.x); R((unsigned char){ 300 + K }); R(((union { int i; short s; }){ E }).s); R(sizeof (int[]){ 1, 2,
3 }); R(*(T[]){ E });`},
	// jumps
	{body: `int iN = a, sN = 0; if (b & 1) goto inN; for (; iN < 6; iN++) { int xN = 5; inN: xN = iN + 1; sN += xN; if (sN > 20) break;
if (iN == K) { iN++; continue; } { goto endN; sN = 99; endN:; } } R(sN); R(iN); while (sN > 0) { if (sN & 1) { sN--; goto oddN; } sN /= 2;
continue; oddN: sN -= 2; } R(sN);`},
	{body: `int nN = a * 4 + b, sN = 0; switch (nN % 8) { case 0: do { sN += 1; case 7: sN *= 2; case 6: sN += 3; case 5: sN ^= 1; case 4: sN++;
case 3: sN -= 2; case 2: sN *= 3; case 1: sN += K; } while ((nN -= 8) > 0); } R(sN); switch (E) { int uN; default: uN = 2; R(uN); case C: R(1);
if (0) { case -77: R(2); } break; case 3 ... 9: R(3); for (int i = 0; ; i++) { case 1000: if (i > 2 || nN) break; } uN = 4; }`},
	{body: `int iN = 0, kN = K; for (;;) { switch (iN++) { case 0: continue; case 1: case 2: if (kN-- > 0) break; else continue; case 3: {
switch (b) { case 0: break; case 1: R(7); default: R(8); } R(9); } case 4: R(iN); break; case -1: default: goto outN; } R(kN); } outN: R(iN);
switch ((unsigned char)(E)) case 1: case 2: R(1); switch ((long long)(F)) { case 0x100000000: R(5); break; case -1: R(6); break; case 1: R(4); }
switch ('a' + (char)a) { case 'b': R(1); break; default: R(2); break; case 99: R(3); }`},
	{body: `static void *const tN[] = { &&oneN, &&twoN, &&endN }; int iN = 0; goto *tN[a % 3]; oneN: iN += 3; goto *tN[1 + (b & 1)];
twoN: iN = iN * 5 + 1; if (iN < 40) goto *tN[iN & 1]; endN: R(iN); { __label__ againN; int jN = 0; againN: if (++jN < K) goto againN; R(jN); } {
__label__ againN; goto againN; R(7); againN: R(8); }`},
	// statement expressions, comma, conditional
	{body: `int iN = ({ int sN = 0; for (int i = 0; i < 5; i++) { if (i == (int)a) continue; sN += ({ if (i > 3) break; i * 2; }); } sN; });
R(iN); R(({ T xN = E; xN; })); R(({ struct { int x, y[2]; } sN = { 1, { 2, K } }; sN.y[b & 1]++; sN; }).y[1]); R(a ?: 9); R((iN++, iN) ?: b);
R((a > 1 ? (T)E : (U)F)); R((b ? (short)-1 : 1u) > 0); R(sizeof(b ? 1 : 2LL)); R(({ goto outN; 1; }) + 1); outN: R(({ (void)0; 5; }), ({ 6; }));`},
	{body: `int xN = a, yN = b, *pN = (xN > yN ? &xN : &yN); *pN += K; R(xN); R(yN); void *vN = a ? (void *)&xN : 0;
int *qN = a ? &yN : (void *)0; R(vN == &xN); R(qN != 0); R((xN = 3, yN = xN + 1, yN * 2)); R(xN == 3 && yN++ == 4 || (xN = 9)); R(xN + yN);
R(!(xN && !yN)); (a & 1 ? xN : (yN)) ? R(1) : R(2); R(a == b == (xN > 2)); R(- - xN + +yN); R(xN+++yN); R(xN-- - --yN); xN = yN = a;
xN += yN -= K; R(xN); R(yN);`},
	// arrays of variable length
	{top: `static word sumN(int n, int m, T v[n][m], int (*w)[m + 1]) { word s = sizeof v[0] + sizeof *w; for (int i = 0; i < n;
i++) for (int j = 0; j < m; j++) s = s * 3 + v[i][j] + w[i][j + 1]; return s; }`,
		body: `int nN = a + 1, mN = b + 2; T vN[nN][mN]; int wN[nN][mN + 1]; for (int i = 0; i < nN; i++) for (int j = 0; j <= mN; j++) {
wN[i][j] = i * K + j; if (j < mN) vN[i][j] = i - j + C; } R(sumN(nN, mN, vN, wN)); R(sizeof vN); R(sizeof vN[0]); R(&vN[nN] - vN);
typedef char yN[nN + K]; nN++; yN zN; R(sizeof zN); R(sizeof(yN)); R(sizeof(char[nN++])); R(nN); T (*pN)[mN] = vN; R((*pN)[1]); R(sizeof *pN);
int kN = 0; again_N: { char tN[kN + 1]; tN[kN] = kN; R(tN[kN]); if (++kN < 3) goto again_N; }`},
	{body: `int nN = a + 2; int (*pN)[nN] = __builtin_malloc(3 * sizeof *pN); for (int i = 0; i < 3; i++) for (int j = 0; j < nN;
j++) pN[i][j] = i * 10 + j; int (*qN)[nN] = pN + 2; R(qN[-1][1]); R(qN - pN); R((char *)(pN + 1) - (char *)pN); R(*(*(pN + 1) + nN - 1));
__builtin_free(pN); for (int i = 1; i < 4; i++) { short vN[i][2]; vN[i - 1][1] = i; R(sizeof vN + vN[i - 1][1]); if (i == (int)b) break; }
struct { int n; char c[]; } *fN = __builtin_malloc(sizeof *fN + nN); fN->n = nN; for (int i = 0; i < nN; i++) fN->c[i] = i + K; R(fN->c[nN - 1]);
R(sizeof *fN); __builtin_free(fN);`},
	{top: `struct flexN { short n; char t[]; }; static struct flexN fN = { 3, { 1, 2, K } }, *const pN = &fN; static struct { int k;
struct flexN *f; } holdN = { C, &fN };`,
		body: `R(sizeof fN); R(pN->t[2]); fN.t[1] += a; R(holdN.f->t[1]); R(offsetof(struct flexN, t)); R((char *)holdN.f->t - (char *)pN);
holdN.f->n++; R(fN.n); struct zeroN { int n; int z[0]; }; R(sizeof(struct zeroN)); R(sizeof(struct { char c; long l[0]; })); R(sizeof(struct {
})); struct { } eN, gN = eN; (void)gN;`},
	// functions
	{top: `static int addN(int x, int y) { return x + y; } static int subN(int x, int y) { return x - y; } static int (*const opsN[])(int,
int) = { addN, &subN, addN }; typedef int opN(int, int); static opN *chooseN(int k) { return k & 1 ? *opsN[1] : addN; }
static int (*(*deepN)(int))(int, int) = chooseN; static int applyN(int f(int, int), opN *g, int x) { return f(g(x, 1), (**g)(2, x)); }
struct vtN { opN *f; struct vtN *next; };`,
		body: `struct vtN xN = { subN, 0 }, yN = { chooseN(a), &xN }; R(opsN[a % 3](b, K)); R((*opsN[1])(a, b)); R(deepN(b)(3, K));
R((*(*deepN)(a))(H, 1)); R(applyN(chooseN(a + 1), subN, b)); R(yN.f(1, yN.next->f(2, a))); R(opsN[0] == addN); R(&addN == *addN);
R((chooseN(0) == opsN[2]) + !opsN[1]); opN *tN = a > 1 ? addN : subN; R(tN(7, 2)); R(sizeof(*tN)); R(((int (*)(int, int))(void *)tN)(1, 1));`},
	{top: `static long varN(const char *f, ...) { va_list ap, aq; long s = 0; va_start(ap, f); va_copy(aq, ap); for (; *f; f++) { s *= 3;
switch (*f) { case 'i': s += va_arg(ap, int); break; case 'l': s += va_arg(ap, long); break; case 'q': s += va_arg(ap, long long); break;
case 'd': s += (long)(va_arg(ap, double) * 4); break; case 'p': s += *va_arg(ap, int *); break; case 's': { struct vsN { char c; long l[2]; }
x = va_arg(ap, struct vsN); s += x.c + x.l[1]; } break; case 'c': s += va_arg(ap, struct { char t[3]; } *)->t[1]; break; case 'u': s += va_arg(ap,
unsigned) > 5; } } va_end(ap); s += va_arg(aq, int); va_end(aq); return s; } struct vsN { char c; long l[2]; }; static long passN(int n,
va_list ap) { return n ? va_arg(ap, int) + 2 * passN(n - 1, ap) : 0; } static long viaN(int n, ...) { va_list ap; va_start(ap, n);
long r = passN(n, ap); va_end(ap); return r; }`,
		body: `int iN = E; R(varN("ildp", (char)a, (long)K, (float)b + 0.25f, &iN)); R(varN("iqi", (short)E, (long long)F, 'x')); R(varN("iud",
(unsigned char)200, (unsigned char)3, 1.5)); R(viaN(3, a, K, b)); R(viaN(0)); R(varN("iiiiiiiid", 1, 2, 3, 4, 5, 6, (_Bool)a, (signed char)C,
2.5f));`},
	{top: `static int oldN(c, s, f, p) char c; short s; float f; int *p; { *p += c; return c + s + (int)(f * 2); } static oldieN(x,
y) unsigned char x; { return x - y; } static int noneN() { return K; } static long manyN(); static word callN(void) { return manyN(1, 2L); }
static long manyN(int x, long y) { return x - y; }`,
		body: `int iN = 1; R(oldN((char)E, (int)F, 1.5, &iN)); R(iN); R(oldN(300 + a, -1, (float)b, &iN)); R(noneN()); R(callN());
int (*gN)() = noneN; R(gN()); R(iN);`},
	{top: `struct retN { T t; U u[2]; struct { char c; double d; } in; }; static struct retN mkN(int x) { struct retN r = { x, { x + 1, x + 2 }, {
x + 3, x * 0.5 } }; return r; } static struct retN incN(struct retN r) { r.t++; r.u[1] += r.u[0]; r.in.c--; return r; }
static struct retN *atN(struct retN *r) { r->t = 7; return r; }`,
		body: `struct retN xN = mkN(a), yN; R(mkN(b).u[1]); R(incN(mkN(K)).u[1]); R(incN(xN).t - xN.t); yN = xN = incN(incN(xN)); R(yN.in.c);
R(xN.u[1]); R((long)(mkN(3).in.d * 4)); *atN(&yN) = xN; R(yN.t); R(atN(&yN)->t); R((a ? xN : yN).t); R((xN = mkN(9)).u[0]); struct retN zN[2] = {
mkN(1), xN }; zN[0] = zN[1]; R(zN->u[0]); R((&zN[1])->in.c); R(*(mkN(b).u + 1)); R(incN(*&yN).in.d < 3);`},
	{top: `static int ackN(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackN(m - 1, 1) : ackN(m - 1, ackN(m, n - 1)); }
static int oddN(unsigned n); static int evenN(unsigned n) { static int calls; calls++; return n == 0 ? calls : oddN(n - 1); }
static int oddN(unsigned n) { return n == 0 ? -1 : evenN(n - 1); } struct recN { int v; struct recN *up; }; static int chainN(struct recN *up,
int n) { struct recN here = { n, up }; if (n == 0) { int s = 0; for (struct recN *p = &here; p; p = p->up) s = s * 3 + p->v; return s; }
return chainN(&here, n - 1); }`,
		body: `R(ackN(a & 1, b)); R(evenN(a)); R(oddN(b + 1)); R(evenN(2)); R(chainN(0, a));`},
	{top: `static int countN(void) { static int n = K; static T t[3] = { 1, C }; { static int n; n += 2; t[2] += n; } n++;
return n * 5 + t[2] + t[1]; } static int *cellN(int i) { static int x[4]; static int *p = &x[1]; return i < 0 ? p : &x[i]; }
static int depthN(int n) { static int max; int old = max; if (n > max) max = n; if (n > 0) depthN(n - 1); return old * 10 + max; }`,
		body: `R(countN()); R(countN()); *cellN(1) = a; ++*cellN(-1); R(*cellN(1)); R(depthN(a)); R(depthN(b)); for (int i = 0; i < 3; i++) {
static int s = H; s += i; R(s); } { static const struct { int x; } c = { M }; R(c.x); } R(countN());`},
	// conversions
	{body: `T tN = E; U uN = F; V vN = C; R(tN + uN); R(tN * (word)uN); R(tN < uN); R(uN == vN); R((tN ^ vN) >> 1); R((V)(tN - (word)uN));
tN += 1.75; R(tN); uN ^= vN; R(uN); vN <<= 1; R(vN); vN = tN = uN; R(vN); R((tN ? tN : vN) < -1); R(sizeof(tN + uN)); R(-(word)tN / 3); R(~tN);
R(!vN); R((_Bool)tN + (_Bool)0.3); R((T)~0 < 0); tN = -1; R(tN > vN); R((unsigned char)tN == tN); R((short)vN == (U)vN); R(tN++ < 0); R(tN);`},
	{body: `_Bool bN = E; bN += 3; R(bN); bN -= 1; R(bN); bN = 0.5; R(bN--); R(bN); bN = bN - 5; R(bN); bN <<= 3; R(bN); bN = (void *)&bN;
R(bN++); R(~bN); R(-bN); R(bN + bN); unsigned char cN = F; cN *= 3; R(cN); cN -= 200; R(cN); cN >>= 1; R(cN); cN = -cN; R(cN);
signed char dN = cN; R(dN); dN /= 3; R(dN); dN %= 5; R(dN); dN >>= 1; R(dN); R(cN > dN); short sN = 0x7fff; sN += a; R(sN); sN *= 2; R(sN);
unsigned short wN = sN; R(wN * 2); wN <<= 8; R(wN << 4); R((unsigned short)(wN + 1) - 1);`},
	{body: `R(2147483648 > 0); R(0x80000000 > 0); R(-2147483648 < 0); R(0xffffffff + 1 > 0); R(4294967295 + 1 > 0); R(sizeof 2147483648);
R(sizeof 0x7fffffff); R(sizeof 037777777777); R(sizeof 0b11); R(sizeof 1UL - sizeof 1L); R(-1 < 1u); R(-1L < 1u); R(-1LL < 1UL);
R((short)-1 < (unsigned short)1); R((unsigned char)255 << 24 >> 24); R((char)200 >> 1); R(1u - 2 > 0); R(-5 / 2); R(-5 % 3); R(5 % -3);
R(-5 >> 1); R(-5 / 2u); R(~0u >> (a + 1)); R(1LL << (a + 40)); R(1 << 31 >> 31); R('a' == 97L); R(sizeof 'a'); R(sizeof(char));
R((1 ? -1 : 0u) > 0); R((int)3000000000u); R((signed char)(unsigned char)E); R(0x1p4 == 16); R(sizeof 1.f + sizeof 1.);
#if -1 > 0u
R(1);
#elif (1 ? -1 : 0) < 0 && 'a' == 97 && 0xffffffffffffffffu == -1 && (-3) / 2 == -1
R(2);
#endif
`},
	{body: `float fN = (int)a - 1.5f; double dN = (int)b * 0.1; R((int)fN); R((unsigned char)(int)fN); R((long)(dN * 1e6)); R(fN < dN);
R(-fN > 0); R((float)dN == dN); R(fN * 3 == (double)fN * 3); R((int)(0.1f + 0.2f == 0.3f)); R(0.1 + 0.2 == 0.3); R((long long)(float)16777217);
R((long long)(double)9007199254740993LL); R((float)0xffffffffu > 4294967295.0); fN += 0.7; R((int)(fN * 100)); fN++; R((int)(fN * 100)); dN -= fN;
R(dN < 0); int iN = 5; iN *= 1.5; R(iN); iN -= 0.5; R(iN); iN /= 0.3; R(iN); char cN = 10; cN *= 1.25f; R(cN); R((unsigned)(double)3e9);
R((unsigned long long)1.8e19); R(!0.0 + !-0.0 + !fN); R(fN ? 1 : 2); R(0.0 == -0.0); R(1 / -0.0 < 0); R((fN - fN) / (fN - fN) == 0);
switch ((int)fN) { case 0: R(1); } R((int)1e-30 + (int)-0.99); R((short)(int)-1.99f);`},
	{body: `
#ifdef __SIZEOF_INT128__
__int128 xN = (__int128)(long long)E * 0x123456789abcdefLL; unsigned __int128 yN = (unsigned __int128)1 << (64 + a); R(xN); R(xN >> 64);
R((yN - 1) >> 60); R(yN > xN); R(xN < 0); R((long)(xN / 1000003)); R((long)(xN % 97)); yN = -1; R(yN >> 100); R((unsigned)(yN / 3));
R(xN == (long long)xN); R(sizeof xN);
#endif
`},
	{body: `T tN; int iN; unsigned long long lN; R(__builtin_add_overflow(E, F, &tN)); R(tN); R(__builtin_mul_overflow((int)E, 0x10001, &iN));
R(iN); R(__builtin_sub_overflow(a, b, &lN)); R(lN); R(__builtin_clz(a + 1)); R(__builtin_ctz((unsigned)F | 256)); R(__builtin_ffs(b));
R(__builtin_bswap32(E)); R(__builtin_bswap64(F)); R(__builtin_bswap16(E)); R(__builtin_expect(a, 1)); R(__builtin_constant_p(3));
R(__builtin_abs((short)E)); R(__builtin_clrsb((int)E)); R(__builtin_choose_expr(sizeof(T) > 2, a, b)); R(__builtin_types_compatible_p(T, U));
R(__builtin_add_overflow_p((T)E, (U)F, (V)0));`, top: ``},
	{body: `R(_Generic((T)0, int: 1, unsigned: 2, char: 3, long: 4, default: 5)); R(_Generic((char)0 + (short)0, int: 1, default: 2));
R(_Generic("a", char *: 1, default: 2)); R(_Generic(&a, unsigned *: 1, const unsigned *: 2)); R(_Generic(1 ? (T)1 : (U)1, int: 1, unsigned: 2,
long: 3, unsigned long: 4, long long: 5, default: 6)); __typeof__(E) xN = F; R(xN); R(sizeof xN); __typeof__(int[K]) yN; R(sizeof yN);
__auto_type zN = (U)E; R(zN); R(sizeof zN); const __typeof__(*&zN) wN = zN; R(wN); R(sizeof(__typeof__(a > 0 ? 1 : 2L)));
_Static_assert(sizeof(T) <= 8, "x"); R(_Alignof(T)); R(_Alignof(double)); enum { kN = sizeof(struct { char c; T t; }) }; R(kN); int aN[kN];
R(sizeof aN);`},
	// enumerations, scopes
	{top: `enum colN { redN = -1, greenN = K, blueN, farN = 0x7fffffff }; enum posN { oneN = 1, bigN = 0xffffffff }; enum wideN { lowN = -0x80000001LL, ofN = _Generic(lowN, long: 1, long long: 2, default: 3) };
enum __attribute__((packed)) tinyN { tN = 3, sN = 200 }; struct tagN { int x; }; typedef struct tagN tagN; typedef int numN; static int hideN = H;`,
		body: `enum colN cN = blueN; R(cN); R(cN - K > redN); R((enum posN)-1 > 0); R(sizeof(enum posN)); R(ofN); R(lowN < -K); R(sizeof(enum tinyN));
enum tinyN xN = sN; R(xN + 1); R(greenN < redN); R(farN + 0u); { enum { greenN = 50, redN }; R(greenN + redN); struct tagN { char y; } v;
R(sizeof v); int tagN = 4; R(tagN); R(sizeof(struct tagN)); unsigned numN = 7; R(numN); { extern int hideN_x; } int hideN = 3; {
extern int otherN; R(otherN); R(hideN); } } numN nN = 2; R(nN); R(hideN); for (int a = 0; a < 2; a++) { int a = 5; R(a); } R(a); { numN numN = 8;
R(numN); } goto tagN; tagN: R(sizeof(tagN)); cN = -1; R(cN == redN); R(redN < 0); R((enum colN)a == K);`,
		other: `int otherN = M;`},
	// several files
	{top: `extern int arrN[]; extern T valN; int tentN; int tentN; extern int tentN; static int sameN(int x) { return x + K; } int useN(int);
extern inline __attribute__((gnu_inline)) int inlN(int x) { return x + 1; } int weakN(int) __attribute__((weak)); int weakN(int x) { return -1; }
__attribute__((weak)) int wvarN = 5; struct shN { int a; char b[3]; }; extern struct shN sharedN; int comN[3];`,
		body: `R(arrN[a]); R(valN); tentN = 3; R(useN(b)); R(tentN); R(sameN(a)); R(weakN(4)); R(wvarN); R(sharedN.b[1]); R(sharedN.a++);
R(useN(0)); R(comN[2]); R(inlN(b));`,
		other: `int arrN[] = { 4, K, C, 9 }; T valN = D; extern int tentN; static int sameN(int x) { return x * H; } struct shN { int a;
char b[3]; } sharedN = { 1, { 2, 3 } }; int comN[3] = { 1, 2, 3 }; int inlN(int x) { return x + 1; } int useN(int x) { tentN += sameN(x);
sharedN.a *= 3; return tentN - sharedN.a; } int weakN(int x) { return x * 2; } int wvarN = 6;`},
	{top: `int commonN; static int *pN = &commonN; extern const char textN[]; extern int (*hookN)(int); int callN(int (*f)(int), int x);
static int localN(int x) { return x * K + commonN; } inline int fastN(int x) { return x ^ 3; } extern int fastN(int x);
static inline int quickN(int x) { static int n; return n += x; } void setN(int); extern long double ldN; extern enum { leftN, rightN } sideN;`,
		body: `setN(a); R(commonN); ++*pN; R(callN(localN, b)); hookN = localN; R(callN(0, 2)); R(textN[a]); R(fastN(b));
R(quickN(2) + quickN(a)); R(callN(fastN, 1)); R(sideN == rightN);`,
		other: `int commonN; const char textN[] = "abcdef"; int (*hookN)(int); int callN(int (*f)(int), int x) { return f ? f(x) : hookN(x) + 1; }
void setN(int x) { commonN = x * H; } extern int fastN(int); int sideN = 1; static int quickN(int x) { return x; } int unusedN(void) {
return quickN(1); }`},
	{top: `static int realN(int x) { return x + K; } int aliasN(int x) __attribute__((alias("trueN"))); int trueN(int x) { return x * 3; }
static int initN; static __attribute__((constructor)) void beginN(void) { initN += M; } static void undoN(int *p) { initN += *p; }
static int scopeN(int n) { for (int i = 0; i < n; i++) { int x __attribute__((cleanup(undoN))) = i + 1; if (i == 2) return initN;
if (i & 1) continue; initN++; } return initN * 2; } int asmN(int) __asm__("otherasmN"); typedef int qN __attribute__((mode(QI)));
typedef unsigned dN __attribute__((mode(DI))); typedef union { int *i; unsigned *u; } tuN __attribute__((transparent_union));
static int trN(tuN t) { return *t.i; } static __attribute__((noinline, const)) int kN(int x) { return x; }`,
		body: `R(initN); R(aliasN(a)); R(scopeN(b)); R(initN); R(asmN(3)); R(sizeof(qN)); R(sizeof(dN)); qN xN = E; R(xN); int iN = 9;
R(trN(&iN)); R(trN(&a)); R(realN(b)); R(kN(a)); R(scopeN(K)); R(initN);`,
		other: `int otherasmN(int x) { return x - 10; }`},
	// pointers
	{body: `int xN = 1, yN = 2, *pN = &xN, *qN = &yN, **ppN = &pN, ***p3N = &ppN; **ppN += a; ppN = b & 1 ? &pN : &qN; ***p3N *= 3; *ppN = &xN;
*qN += 5; R(xN); R(yN); R(pN == qN); { int *tN = pN; pN = qN; qN = tN; } ++***p3N; R(xN); R(yN); int *arN[3] = { &xN, &yN, 0 }, **eN = arN;
while (*eN) R(**eN++); R(eN - arN); R(!*eN); const int *const *ccN = (const int *const *)arN; R(*ccN[1]); void *vN = &pN; R(**(int **)vN);
R((*p3N)[0][0]);`},
	{body: `T aN[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) aN[i][j] = i * 5 + j * K + C; T (*pN)[4] = aN + 1,
*qN = aN[2] + 1, (*wN)[3][4] = &aN; R(pN[1][3]); R((*pN)[a]); R(*(*(pN - 1) + b)); R(qN[-1]); R(2[*pN]); R(qN - *pN); R((*wN)[2][1]);
R(sizeof *wN / sizeof **wN); R((char *)(wN + 1) - (char *)wN); R(&aN[2][0] - &aN[0][3]); R(pN < aN + 2); R(&pN[1][0] == aN[2]); R(*qN++ + *qN);
R(*--qN); R((*qN)--); R(*qN); R(qN[(int)-1]); R(*(aN[1] + (signed char)-2 + 3)); qN = &aN[2][4]; R(qN == (T *)(aN + 3)); R(qN[-4 + (long)b]);
R((unsigned long)(qN - *aN) * sizeof *qN);`},
	{top: `struct nodeN { T v; struct nodeN *l, *r; }; static struct nodeN *insN(struct nodeN *t, struct nodeN *n) { struct nodeN **p = &t;
while (*p) p = n->v < (*p)->v ? &(*p)->l : &(*p)->r; *p = n; return t; } static word walkN(const struct nodeN *t, word s) { return t ? walkN(t->r,
walkN(t->l, s) * 5 + t->v) : s; }`,
		body: `struct nodeN xN[5], *tN = 0; for (int i = 0; i < 5; i++) { xN[i] = (struct nodeN){ (i * K + a) % 5 }; tN = insN(tN, &xN[i]); }
R(walkN(tN, 1)); struct nodeN **ppN = &tN; while ((*ppN)->r) ppN = &(*ppN)->r; struct nodeN *goneN = *ppN; *ppN = goneN->l; R(goneN->v);
R(walkN(tN, 2)); R(goneN - xN);`},
	{body: `volatile int vN = K; volatile struct { int x; volatile short y[2]; } sN = { 1, { 2, 3 } }; int volatile *pN = &vN; vN += a; R(vN);
*pN ^= 5; R(vN++); R(*pN); sN.y[b & 1] = E; R(sN.y[0]); R(sN.y[1]); sN.x = vN; R(sN.x); const volatile int cN = H; R(cN);
int *volatile qN = (int *)&vN; *qN = 8; R(vN); volatile _Bool bN = 5; R(bN); register int kN = a; kN <<= 2; R(kN); int gN = K;
int *__restrict tN = &gN; *tN += 1; R(gN);`},
	{body: `char sN[] = "hello", tN[12] = { 0 }, *pN = sN, *qN = tN; while ((*qN++ = *pN++)) if (pN - sN > (int)a + 1) break; R(tN[a]);
R(pN - sN); for (pN = sN; *pN; pN++) *pN -= 'a' - 'A'; R(sN[b]); R(__builtin_strlen(sN + a)); __builtin_memmove(sN + 1, sN, 3); R(sN[3]);
R(__builtin_memcmp(sN, "HHEL", 4) == 0); __builtin_memset(tN + 2, E, 3); R(tN[4]); R(__builtin_strcmp("abc", "abd") < 0);
const char *const wN[] = { "if", "else", "while" }; int nN = 0; for (unsigned i = 0; i < 3; i++) { const char *cN = wN[i]; do nN = nN * 3 + *cN;
while (*++cN); } R(nN);`},
	// macros and odd texts
	{top: `#define CAT_N(x, y) x ## y
#define MAXN(x, y) ({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })
#define STRN(...) #__VA_ARGS__
#define LISTN(X) X(pN, 1) X(qN, C) X(sN, 3)
#define EN(n, v) n = v,
enum { LISTN(EN) };
#define CASEN(n, v) case n: return #n[1] + v;
static int nameN(int k) { switch (k) { CASEN(pN, 4) default: return -1; } }`,
		body: `int CAT_N(va, lN) = a; R(CAT_N(va, lN)); R(MAXN(E, F)); R(MAXN((char)a, MAXN(b, 2))); R(sizeof STRN(a, "b" , 'c'));
R(STRN( x  +	y )[2]); R(pN + qN + sN); R(nameN(1)); R(nameN(a)); R(__LINE__ - __LINE__); int \
lineN = 3; R(lineN); R(sizeof __func__); R(__func__[0]);`},
	{body: `struct { int n; int (*f)[2]; } sN; int aN[3][2] = { { 1, 2 }, { 3, 4 }, { 5, E } }; sN.f = aN; sN.n = 3; int (**pN)[2] = &sN.f;
R((*pN)[2][1]); int tN = 0; for (int (*qN)[2] = sN.f, iN = 0; iN < sN.n; iN++, qN++) tN += (*qN)[iN & 1]; R(tN); sN.f++; R(sN.f[0][1]);
R((*sN.f++)[0]); R(**sN.f); R(sN.f - aN); R(sizeof *sN.f); R(sizeof(int[2][3]) / sizeof(int[2])); typedef int rowN[2]; rowN *rN = aN;
const rowN cN = { 7, 8 }; R(rN[1][0] + cN[1]); rowN mN[2] = { { 1 }, 2, 3 }; R(mN[1][1] + mN[0][1]);`},
	{top: `static int traceN; static int fN(int x) { traceN = traceN * 4 + x; return x; } static unsigned *slotN(unsigned *p, int x) {
traceN = traceN * 4 + x; return p; }`,
		body: `int xN = fN(1) && fN(0) || fN(2); R(xN); R(traceN); traceN = 0; xN = fN(a & 1) ? fN(2) : fN(3); R(traceN); traceN = 0; xN = (fN(1),
fN(2), fN(3)); R(traceN * 5 + xN); unsigned yN = 5; *slotN(&yN, 1) += 2; R(yN); R((*slotN(&yN, 2))++); R(yN); traceN = 0; for (fN(1);
fN(b) < 2 && traceN < 9; fN(3)); R(traceN); R(sizeof fN(1)); R(traceN); int iN = 0; int zN[3] = { 1, 2, 3 }; zN[iN++] += 10; zN[iN++] <<= 2;
R(zN[0] + zN[1]); R(iN); iN = iN++ ? 4 : 5; R(iN); int *pN = zN; *pN++ += 1; *++pN -= 1; R(zN[0]); R(zN[2]); if ((xN = a)) R(7); else R(8);
while (xN--) { if (xN == 1) continue; R(xN); } do R(1); while (0); R(xN);`},
}
