#include <stdlib.h>

struct node { struct node *next; };
int input(void);

int main(void) {
  struct node *head = NULL;
  int n = input();
  for (int i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    if (new == NULL)
      return 1;
    new->next = head;
    head = new;
  }
  for (struct node *p = head; p != NULL; p = p->next)
    ;
  return 0;
}
