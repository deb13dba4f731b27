// Frees a basket and reads it: for AddressSanitizer and, with an argument, for gdb.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct basket {
  int total;
};

static void clear(struct basket *basket) {
  free(basket);
}

static int poll(struct basket *basket) {
  return basket->total + 1;
}

int pay(struct basket *basket, int count) {
  clear(basket);
  return poll(basket) + count;
}

int main(int argc, char **argv) {
  if (argc > 1) return poll(strcmp(argv[1], "null") == 0 ? NULL : (struct basket *)argv[1]);
  struct basket *basket = malloc(sizeof *basket);
  basket->total = 3;
  return pay(basket, 1);
}
