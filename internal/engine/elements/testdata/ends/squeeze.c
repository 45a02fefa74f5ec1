// verdict: TRUE
// Takes blanks out of a text in place, but not out of strings in it: neither pointer comes beyond the zero at its end.
extern void reach_error(void);
extern unsigned input(void);
extern char character(void);

char text[1000];

int main(void) {
	unsigned n = input();
	if (n > 999)
		return 0;
	for (unsigned i = 0; i < n; i++)
		text[i] = character();
	text[n] = 0;
	char *in = text, *out = text;
	while (*in) {
		if (*in == ' ') {
			in++;
		} else if (*in == '"') {
			*out++ = *in++;
			for (; *in; in++, out++) {
				if (in[0] == '\\' && in[1] == '"') {
					out[0] = in[0];
					out[1] = in[1];
					in++, out++;
					continue;
				}
				*out = *in;
				if (*in == '"') {
					in++, out++;
					break;
				}
			}
		} else {
			*out++ = *in++;
		}
		if (in > text + n || out > in)
			reach_error();
	}
	*out = 0;
	return 0;
}
