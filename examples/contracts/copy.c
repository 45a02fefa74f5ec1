// A copy of bytes like memcpy: what it may write is said, and checked to the byte.
//
//     craig verify --entry copy --property unreach-call,bounds examples/contracts/copy.c

void *copy(char *to, const char *from, unsigned n)
	__CPROVER_requires(n <= 1000)
	__CPROVER_requires(__CPROVER_is_fresh(to, n))
	__CPROVER_requires(__CPROVER_is_fresh(from, n))
	__CPROVER_assigns(__CPROVER_object_upto(to, n))
	__CPROVER_ensures(__CPROVER_return_value == to)
{
	for (unsigned i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}
