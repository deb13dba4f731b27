// Needs no header, so that it compiles for any system.
namespace shop {
struct Cart {
  int total;

  static inline __attribute__((always_inline)) int price(int number) {
    if (number > 3)
      __builtin_trap();
    return number * 2;
  }

  inline __attribute__((always_inline)) int add(int number) {
    total += price(number);
    return total;
  }

  __attribute__((noinline)) int pay(int count);
};

int Cart::pay(int count) {
  int sum = 0;
  for (int number = 0; number < count; number++)
    sum += add(number);
  return sum;
}
} // namespace shop

int main(int count, char **) {
  shop::Cart cart{0};
  return cart.pay(count + 4);
}
