package shop;

import java.util.ArrayList;
import java.util.List;

class Cart {
  private final List<Item> items = new ArrayList<>();

  void add(String name, int price) {
    items.add(new Item(name, price));
  }

  Item find(String name) {
    return items.stream().filter(item -> item.name.equals(name)).findFirst().get();
  }

  int total() {
    int sum = 0;
    for (Item item : items) {
      sum += item.price();
    }
    return sum;
  }

  void pay(Card card) {
    card.charge(total());
  }

  static final class Item {
    final String name;
    private final int price;

    Item(String name, int price) {
      this.name = name;
      this.price = price;
    }

    int price() {
      if (price < 0) {
        throw new PaymentDeclined(this);
      }
      return price;
    }
  }
}
