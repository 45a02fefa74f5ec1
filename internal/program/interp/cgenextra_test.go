package interp_test

import (
	"fmt"
	"regexp"
	"strings"
)

// extras are pieces of C for what the grammar of cgen does not make. In each of them A, B, C are
// small numbers, E, F expressions without side effects, V a variable of type long in scope and
// N the suffix that makes names unique. MIX(e) adds e to the checksum.
var extras = []string{
	// memory and pointers
	`struct lN { int v; struct lN *next; };
struct lN *headN = 0, *pN; for (int i = 0; i < A + 1; i++) { pN = __builtin_malloc(sizeof *pN); pN->v = i * B; pN->next = headN; headN = pN; }
for (pN = headN; pN; pN = pN->next) { if (pN->v & 1) pN->v += C; V += pN->v; } MIX(headN != 0);`,
	`int aN = A, bN = B, *pN = &aN, *qN = &bN, **ppN = (E) ? &pN : &qN; **ppN += 5; *ppN = &bN; **ppN -= 7; MIX(aN); MIX(bN); MIX(pN == qN);`,
	`int aN[4] = { A, B, C }; int *tN[3] = { aN + 1, &aN[3], aN }; for (int i = 0; i < 3; i++) *tN[i] += i + *tN[(i + 1) % 3]; for (int i = 0; i < 4; i++) MIX(aN[i]);`,
	`unsigned wN = (unsigned)(E); unsigned char *cN = (unsigned char *)&wN; cN[A & 3] ^= 0x5a; for (int i = 0; i < 4; i++) V = V * 3 + cN[i]; MIX(wN);`,
	`union { unsigned char b[8]; unsigned short s[4]; unsigned u[2]; unsigned long long l; } uN; uN.l = (unsigned long long)(E); uN.b[A & 7] = B; uN.s[C & 3] += 3; MIX(uN.u[0]); MIX(uN.u[1]); V ^= uN.b[7];`,
	`struct { short a; struct { int b; char c[3]; } in; } xN = { A, { B, { C, 1 } } }, yN = xN, *pN = &yN; pN->in.c[2] = 9; yN.in.b += xN.a; MIX(yN.in.b); MIX(pN->in.c[2] + yN.in.c[0]); xN = *pN; MIX(xN.in.c[2]);`,
	`struct { int n; union { int i; unsigned u; }; struct { char x, y; }; } anN = { A, { B }, { C, 2 } }; anN.u += anN.x; anN.y--; MIX(anN.i); MIX(anN.y); MIX(sizeof anN);`,
	`char sN[20] = "hello"; MIX(__builtin_strlen(sN)); __builtin_strcpy(sN + A % 5, "world"); MIX(sN[4]); MIX(__builtin_strcmp(sN, "hello") < 0); MIX(__builtin_strlen(sN)); MIX(sN[19]);`,
	`int aN[6] = { 1, A, B, C, 5, 6 }; __builtin_memmove(aN + 1, aN, 4 * sizeof(int)); for (int i = 0; i < 6; i++) V = V * 7 + aN[i]; MIX(__builtin_memcmp(aN, aN + 1, 4) == 0);`,
	`short aN[5]; __builtin_memset(aN, A, sizeof aN); int bN[2] = { B, C }; __builtin_memcpy(aN + 1, bN, sizeof bN); for (int i = 0; i < 5; i++) MIX(aN[i]);`,
	`int mN[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) mN[i][j] = i * A + j; int (*rN)[4] = mN + 1; MIX(rN[1][2]); MIX((*rN)[3]); MIX(*(*(mN + 2) + 1)); MIX(rN - mN);`,
	`long *pN = __builtin_calloc(A + 2, sizeof(long)), *qN = pN + A + 1; *qN = (E); qN--; *qN += 3; MIX(pN[A]); MIX(qN - pN); MIX(qN < pN + A); __builtin_free(pN);`,
	`struct nN { struct nN *l, *r; int k; } tN[7]; for (int i = 0; i < 7; i++) { tN[i].k = (i * A) & 7; tN[i].l = 2 * i + 1 < 7 ? &tN[2 * i + 1] : 0; tN[i].r = 2 * i + 2 < 7 ? tN + 2 * i + 2 : 0; }
for (struct nN *pN = tN; pN; pN = pN->k & 1 ? pN->l : pN->r) V = V * 5 + pN->k;`,
	`char *sN[] = { "one", "two", "three" }; int nN = 0; for (unsigned i = 0; i < sizeof sN / sizeof sN[0]; i++) { char *pN = sN[i]; while (*pN) nN = nN * 31 + *pN++; } MIX(nN);`,
	`struct pN { int a[3]; } xN = { { A, B, C } }; int *qN = xN.a; qN[1] += *qN; struct pN yN = (E) ? xN : (struct pN){ { 7, 8 } }; MIX(yN.a[1]); MIX(yN.a[2]);`,
	`void *vN; int iN = A; long lN = B; vN = (E) ? (void *)&iN : (void *)&lN; if (vN == &iN) ++*(int *)vN; else --*(long *)vN; MIX(iN); MIX(lN);`,
	`struct { unsigned a : 3; int b : 5; unsigned : 0; unsigned c : 9; _Bool d : 1; } fN = { A, B, 300, 1 }; fN.a += 3; fN.b -= 9; fN.c <<= 1; fN.d = fN.b; MIX(fN.a); MIX(fN.b); MIX(fN.c); MIX(fN.d); V += fN.a = 12; V += fN.b++;`,
	`struct __attribute__((packed)) { char a; int b; short c; } kN = { A, 0x1234567, C }; MIX(sizeof kN); *((unsigned char *)&kN + 2) ^= 0xff; MIX(kN.b); MIX(kN.c);`,
	`int aN = 1; { int aN = A; aN++; V += aN; { int aN = B; V += aN; } } V += aN;`,
	`unsigned char bN[8] = { A, B, C, 1, 2 }; unsigned *pN = (unsigned *)bN; *pN += 0x01010101; MIX(*(unsigned short *)(bN + 2)); MIX(bN[3]);`,
	`int *pN = 0; if ((E) && (pN = &(int){ A })) *pN += 2; MIX(pN ? *pN : -1); MIX(!pN);`,
	// control
	`int iN = 0; for (;;) { if (++iN > A + 2) break; if (iN == B) continue; V += iN; } MIX(iN);`,
	`int iN = A + 3; againN: if (iN > 0) { V = V * 2 + iN; iN -= 2; if (iN != C) goto againN; }`,
	`int iN = 0, jN = 10; do { if (iN == A) continue; V += iN * jN; } while (iN++, --jN > 5); MIX(iN + jN);`,
	`switch ((E) & 7) { case 0: V++; case 1: { int xN = 3; V += xN; break; } case 2 ... 4: V *= 2; for (int i = 0; i < 2; i++) { if (i) break; V++; } default: V ^= 5; }`,
	`switch ((long)(E)) { int hiddenN; case A: hiddenN = 1; V += hiddenN; if (V & 1) { case -1: V += 9; } break; default: V--; }`,
	`for (int i = 0, j = A; i < j; i++, j--) switch (i) { case 1: continue; case 2: V += j; break; default: V -= i; }`,
	`int nN = A; switch (nN & 3) { case 0: do { V++; case 3: V += 2; case 2: V *= 3; case 1: V ^= nN; } while (--nN > 0); }`,
	`int xN = A, yN; yN = xN++ + 1, xN = yN * 2; V += xN == yN ? xN : (yN += 2); MIX(xN); MIX(yN);`,
	`int xN = 0, yN = B; if (xN++ && yN++) V++; if (xN-- || yN--) V += 2; MIX(xN); MIX(yN); V = (xN || (yN += 4)) + 2 * (yN && !(xN = A)); MIX(xN); MIX(yN);`,
	`long aN, bN; short cN; aN = bN = cN = (E); MIX(aN); MIX(bN); unsigned char uN = aN += 300; MIX(uN);`,
	// values
	`enum eN { pN = A, qN, rN = -2, sN } xN = qN; MIX(xN); MIX(rN < qN); MIX(sN); V += sizeof(enum eN) + (xN == A + 1);`,
	`typedef unsigned short tN; tN xN = (E); xN += 40000; xN *= 3; MIX(xN); tN const yN = -1; MIX(yN >> 3); MIX((tN)(xN + yN) < xN);`,
	`unsigned char uN = 200; signed char sN = 100; uN += 100; sN += 100; MIX(uN); MIX(sN); MIX(uN > sN); MIX(-1 < 1u); MIX((unsigned char)-1 > (signed char)-1); MIX(~uN); MIX(-uN); uN = sN; MIX(uN); MIX(uN << 4);`,
	`int xN = (E); unsigned yN = (F); MIX(xN < yN); MIX(xN / 7u); MIX((long)xN / -3); MIX(xN % 5 + yN % 5); MIX(xN >> 3); MIX(yN >> 3); MIX((xN < 0 ? -1L : 1UL) > 0);`,
	`long xN = (F); MIX((int)xN); MIX((short)xN); MIX((unsigned short)xN); MIX((_Bool)xN); MIX((char)(xN >> 8)); MIX((unsigned)(xN >> 16 >> 16)); MIX((long)(int)xN == xN);`,
	`_Bool bN = (E); bN += 2; MIX(bN); bN--; MIX(bN); bN ^= 1; MIX(bN); bN = 0x100; MIX(bN); _Bool cN = &V; MIX(cN); bN *= 0; bN |= 6; MIX(bN);`,
	`const unsigned long kN = 0xfedcba9876543210UL; MIX(kN * (E)); MIX(kN >> (A & 63)); MIX(kN % 1000003); MIX((int)(kN / 12345)); MIX(kN & -(long)B); MIX(-kN); MIX((kN ^ ~0UL) >> 28);`,
	`MIX(sizeof(int[A + 1])); MIX(sizeof (V + 1)); MIX(_Alignof(long)); MIX(sizeof 'a'); MIX(sizeof "abc"); MIX(__builtin_offsetof(struct { char c; long l; }, l));`,
	`V += ({ int xN = A; xN *= B; xN + 1; }); __typeof__(V) zN = V; zN++; MIX(zN); MIX((E + zN) ?: 17); MIX(__builtin_expect((F), 0) + 0L);`,
	`extern int declaredN(int, char); MIX(A << 3 | B >> 1 & 7 ^ C + 1 * 2); MIX((1 ? 2 : 3, 4)); MIX(- - -A); MIX(!!A + ~~B); MIX('\101' + L'b' + '\\' + "\x41\102"[1]);`,
	`static int cN = A; static int *pN = &cN; cN++; *pN += 2; V += cN; const char textN[] = "a" "b\0c"; MIX(sizeof textN); MIX(textN[3]);`,
	`static struct { int x; struct { short y[2]; } z[2]; } sN[] = { { 1, { { { A, 2 } }, { { 3 } } } }, [2] = { .z[1].y = { B, C } } }; MIX(sN[2].z[1].y[1]); MIX(sN[0].z[1].y[0]); MIX(sizeof sN); sN[1] = sN[2]; MIX(sN[1].z[1].y[0] + sN[1].x);`,
	`static int tableN[][3] = { { 1, 2 }, A, B, C, { [1] = 5 } }; int *pN = &tableN[1][0]; for (int i = 0; i < 3; i++) V += pN[i] * tableN[2][i]; MIX(sizeof tableN / sizeof *tableN); MIX(tableN[0][2]);`,
	`int nN = A % 5 + 1; int vN[nN]; for (int i = 0; i < nN; i++) vN[i] = i * B; V += vN[nN - 1] + sizeof vN;`,
}

// extra writes one of the extras in braces.
func (g *cgen) extra() {
	if g.pure {
		return
	}
	n := g.name("_x")
	v := g.name("t")
	words := map[string]string{
		"A": fmt.Sprint(g.n(6)), "B": fmt.Sprint(g.n(9)), "C": fmt.Sprint(1 + g.n(5)),
		"E": g.expr(2), "F": g.expr(2), "V": v,
	}
	text := regexp.MustCompile(`MIX\(|\w+`).ReplaceAllStringFunc(extras[g.n(len(extras))], func(w string) string {
		switch {
		case w == "MIX(":
			return fmt.Sprintf("mix_%d(", g.id)
		case words[w] != "":
			return words[w]
		case len(w) > 1 && w[len(w)-1] == 'N':
			return w[:len(w)-1] + n
		}
		return w
	})
	g.line("{ long %s = %s;", v, g.expr(1))
	for _, l := range strings.Split(text, "\n") {
		g.line("%s", l)
	}
	g.line("mix_%d((unsigned long)%s); }", g.id, v)
}
