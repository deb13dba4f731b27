// Usage: java Stacks.java (prints JSON)
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

public class Stacks {
  interface Scenario { void run() throws Throwable; }
  static class Declined extends RuntimeException {
    Declined(String text) { super(text); }
    Declined(String text, Throwable cause) { super(text, cause); }
  }
  static class Cart implements AutoCloseable {
    final List<Integer> items;
    Cart(List<Integer> items) { this.items = Objects.requireNonNull(items, "items"); }
    void pay(int cents) { charge(cents); }
    private void charge(int cents) { throw new Declined("declined " + cents); }
    static void all() { throw new IllegalStateException("static: method"); }
    @Override public void close() { throw new Declined("while closing"); }
    class Line { void show() { throw new Declined("inner class"); } }
    <T extends Comparable<T>> T max(Collection<T> list) { return Collections.max(list, (a, b) -> { throw new Declined("in comparator"); }); }
  }
  static int recurse(int depth) { if (depth == 0) throw new Declined("bottom"); return recurse(depth - 1) + 1; }
  static void wrapped() { try { new Cart(List.of()).pay(3); } catch (Declined e) { throw new IllegalStateException("wrapped", e); } }
  static void twice() { try { wrapped(); } catch (IllegalStateException e) { throw new Declined("twice", e); } }

  static final Map<String, Scenario> scenarios = new LinkedHashMap<>();
  static {
    scenarios.put("method", () -> new Cart(List.of()).pay(12));
    scenarios.put("constructor", () -> new Cart(null));
    scenarios.put("static method", () -> Cart.all());
    scenarios.put("inner class", () -> new Cart(List.of()).new Line().show());
    scenarios.put("anonymous class", () -> new Runnable() { public void run() { recurse(0); } }.run());
    scenarios.put("lambda", () -> ((Runnable) () -> recurse(1)).run());
    scenarios.put("method reference", () -> { Consumer<Integer> c = new Cart(List.of())::pay; c.accept(3); });
    scenarios.put("stream", () -> Stream.of(1, 2).map(Stacks::recurse).map(n -> 1 / (n - 1)).collect(Collectors.toList()));
    scenarios.put("parallel sum", () -> IntStream.range(0, 3).map(n -> n / 0).sum());
    scenarios.put("forEach", () -> List.of(1).forEach(n -> Cart.all()));
    scenarios.put("comparator", () -> new Cart(List.of()).max(List.of(2, 1)));
    scenarios.put("reflection", () -> { try { Cart.class.getDeclaredMethod("all").invoke(null); } catch (java.lang.reflect.InvocationTargetException e) { throw e; } });
    scenarios.put("null pointer", () -> ((String) null).length());
    scenarios.put("array index", () -> { int[] a = new int[1]; a[3] = 1; });
    scenarios.put("class cast", () -> { Object o = 1; String s = (String) o; });
    scenarios.put("number format", () -> Integer.parseInt("x1"));
    scenarios.put("no such element", () -> Optional.empty().get());
    scenarios.put("immutable", () -> List.of(1).add(2));
    scenarios.put("concurrent modification", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); });
    scenarios.put("recursion", () -> recurse(6));
    scenarios.put("wrapped", () -> wrapped());
    scenarios.put("wrapped twice", () -> twice());
    scenarios.put("suppressed", () -> { try (Cart c = new Cart(List.of())) { c.pay(4); } });
    scenarios.put("suppressed and caused", () -> { try (Cart c = new Cart(List.of())) { twice(); } });
    scenarios.put("executor", () -> { ExecutorService e = Executors.newFixedThreadPool(1); try { e.submit(() -> recurse(2)).get(); } finally { e.shutdown(); } });
    scenarios.put("completable future", () -> CompletableFuture.supplyAsync(() -> recurse(1)).thenApply(n -> n).get());
    scenarios.put("message of lines", () -> { throw new Declined("one\n\ttwo: three\nfour"); });
    scenarios.put("no message", () -> { throw new Exception(); });
    scenarios.put("class loading", () -> Class.forName("com.shop.Missing"));
    scenarios.put("static initializer", () -> Broken.touch());
  }
  static class Broken { static int value = 1 / Integer.parseInt("0"); static void touch() {} }

  static String quote(String s) {
    StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) b.append(c == '"' || c == '\\' ? "\\" + c : c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : "" + c);
    return b.append('"').toString();
  }
  static String frames(Throwable e) {
    return Arrays.stream(e.getStackTrace()).map(f -> {
      List<String> parts = new ArrayList<>(List.of("\"module\":" + quote(f.getClassName()), "\"function\":" + quote(f.getMethodName())));
      if (f.isNativeMethod()) parts.add("\"native\":true");
      else if (f.getFileName() != null) parts.add("\"file\":" + quote(f.getFileName()));
      if (f.getLineNumber() >= 0) parts.add("\"line\":" + f.getLineNumber());
      return "{" + String.join(",", parts) + "}";
    }).collect(Collectors.joining(",", "[", "]"));
  }
  static String described(Throwable e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    return "\"exception_type\":" + quote(e.getClass().getName()) + ",\"message\":" + quote(message) + ",\"frames\":" + frames(e);
  }
  static void causes(Throwable e, List<String> out) {
    for (Throwable s : e.getSuppressed()) { out.add("{" + described(s) + "}"); causes(s, out); }
    if (e.getCause() != null) { out.add("{" + described(e.getCause()) + "}"); causes(e.getCause(), out); }
  }
  public static void main(String[] args) {
    List<String> out = new ArrayList<>();
    for (Map.Entry<String, Scenario> s : scenarios.entrySet()) {
      try { s.getValue().run(); } catch (Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        List<String> causes = new ArrayList<>();
        causes(e, causes);
        out.add("{\"name\":" + quote(s.getKey()) + ",\"stack\":" + quote(text.toString()) + "," + described(e) + (causes.isEmpty() ? "" : ",\"causes\":[" + String.join(",", causes) + "]") + "}");
      }
    }
    System.out.println("[" + String.join(",", out) + "]");
  }
}
