// craig verify --property constant-time --entry csubq --secret a
typedef short i16;

i16 csubq(i16 a) {
	if (a >= 3329)
		a -= 3329;
	return a;
}
