package shop;

import java.util.Arrays;
import java.util.List;

/** Fails in several ways, so that stacks of an obfuscated build have inlined, overloaded and nested calls. */
public final class Main {
  private static final List<Runnable> SITUATIONS =
      Arrays.asList(Main::declined, Main::notFound, Main::wrongType, Main::nested, Main::charged);

  public static void main(String[] arguments) {
    for (Runnable situation : SITUATIONS) {
      try {
        situation.run();
      } catch (RuntimeException error) {
        error.printStackTrace();
        System.err.println("--");
      }
    }
  }

  private static void declined() {
    Cart cart = new Cart();
    cart.add("book", 3);
    cart.add("pen", -1);
    cart.pay(new Card("4000"));
  }

  private static void notFound() {
    new Cart().find("none");
  }

  private static void wrongType() {
    Object card = new Card("4001");
    System.err.println(((Cart) card).total());
  }

  private static void charged() {
    Cart cart = new Cart();
    cart.add("book", 3);
    cart.pay(new Card("4002"));
  }

  private static void nested() {
    try {
      declined();
    } catch (PaymentDeclined cause) {
      throw new IllegalStateException("checkout failed", cause);
    }
  }
}
