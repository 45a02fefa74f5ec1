// Splits a line into words. A word that is too long is left out, and so is giving its memory back.
//
//     craig verify --property valid-memtrack examples/playground/words.c
#include <stdlib.h>
#include <string.h>

#define LONGEST 4

extern int next_letter(void); // 0 at the end

static char *copy(const char *word)
{
	char *text = malloc(strlen(word) + 1);
	if (text)
		strcpy(text, word);
	return text;
}

int main(void)
{
	char word[8] = "";
	unsigned length = 0;

	while (length < sizeof word - 1) {
		int letter = next_letter();
		if (letter == 0)
			break;
		word[length++] = (char)letter;
	}
	char *text = copy(word);
	if (length > LONGEST)
		return 1;
	free(text);
	return 0;
}
