// craig verify --property constant-time --entry reduce --secret a
typedef short i16;

i16 reduce(i16 a) {
	return (i16)(a % 3329);
}
