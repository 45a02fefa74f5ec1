// What the preprocessor makes of a program, where preprocessors have differed.
#include "check.h"

// A comma before an empty first argument stays; one before an argument that is left out goes.
#define COUNT(...) COUNT_(0, ##__VA_ARGS__)
#define COUNT_(...) (sizeof(#__VA_ARGS__) - 1)
#define OPTIONAL(a, ...) sizeof(#a "|" SPELL(x __VA_OPT__(,) __VA_ARGS__))
#define SPELL(...) SPELL_(__VA_ARGS__)
#define SPELL_(...) #__VA_ARGS__
#define NAMED(rest...) (0, ##rest)

// _Pragma of a text that # makes, and of a wide literal.
#define DO(x) _Pragma(#x)
DO(pack(push, 1))
struct packed { char a; int b; };
DO(pack(pop))
_Pragma(L"pack(push, 2)")
struct two { char a; int b; };
_Pragma("pack(pop)")
struct plain { char a; int b; };

// The meaning of a macro, put aside and back.
#define VALUE 1
#pragma push_macro("VALUE")
#undef VALUE
#define VALUE 2
enum { inner = VALUE };
#pragma pop_macro("VALUE")
enum { outer = VALUE };

#if 0b101 == 5 && L'\xffff' > 0 && u'\xffff' > 0
enum { constants = 1 };
#else
enum { constants = 0 };
#endif


// Operators that ## makes of three characters.
#define THREE(a, b, c) a##b##c

#if __has_attribute(packed) && !__has_attribute(of_no_compiler) && __has_c_attribute(nodiscard)
enum { attributes = 1 };
#else
enum { attributes = 0 };
#endif

int main(void) {
	int shift = 4;
	shift THREE(<, <, =) 2;
	CHECK(shift == 16);
	CHECK(COUNT() == 1);
	CHECK(COUNT(, ) == 3);
	CHECK(COUNT(, 1) == 5);
	CHECK(OPTIONAL(a) == 4);
	CHECK(OPTIONAL(a, ) == 4);
	CHECK(OPTIONAL(a, , ) == 8);
	CHECK(NAMED(1, 2) == 2);
	CHECK(sizeof(struct packed) == 5 && sizeof(struct two) == 6 && sizeof(struct plain) == 8);
	CHECK(inner == 2 && outer == 1 && constants && attributes);
	CHECK(__INCLUDE_LEVEL__ == 0);
	return 0;
}
