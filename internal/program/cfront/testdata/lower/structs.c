struct P { int x; char c; unsigned f : 3; };
struct P g = { 1, 'a', 5 };
struct P flip(struct P p) { p.x = -p.x; return p; }
int main(void) {
	struct P a, b = { .c = 2 };
	a = flip(b);
	a.f++;
	int v[2] = { 3 };
	v[1] = a.x;
ERROR:
	return v[0];
}
