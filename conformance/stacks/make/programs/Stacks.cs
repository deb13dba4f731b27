// Usage: mcs -debug Stacks.cs && mono --debug Stacks.exe (prints JSON)
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading.Tasks;

namespace Shop {
  class DeclinedException : Exception {
    public DeclinedException(string text, Exception inner = null) : base(text, inner) {}
  }
  interface IPayable { void Pay(int cents); }
  class Cart : IPayable {
    public Cart(bool isBroken = false) { if (isBroken) throw new ArgumentException("broken"); }
    public void Pay(int cents) { Charge(cents, "EUR"); }
    void Charge(int cents, string currency) { throw new DeclinedException("declined " + cents); }
    void IPayableHelper() {}
    public static void All() { throw new InvalidOperationException("static"); }
    public int Total { get { throw new NotSupportedException("getter"); } set { throw new NotSupportedException("setter"); } }
    public int this[string key] { get { throw new KeyNotFoundException(key); } }
    public T First<T>(List<T> list) { if (list.Count == 0) throw new DeclinedException("empty"); return list[0]; }
    public class Line { public void Show() { throw new DeclinedException("nested class"); } }
    public static Cart operator +(Cart a, Cart b) { throw new DeclinedException("operator"); }
  }
  class Box<T> { public void Open(T value) { throw new DeclinedException("box"); } }
  static class Program {
    static int Recurse(int depth) { if (depth == 0) throw new DeclinedException("bottom"); return Recurse(depth - 1) + 1; }
    static IEnumerable<int> Rows() { yield return 1; throw new DeclinedException("iterator"); }
    static void Wrapped() { try { new Cart().Pay(1); } catch (Exception e) { throw new InvalidOperationException("wrapped", e); } }
    static void Twice() { try { Wrapped(); } catch (Exception e) { throw new DeclinedException("twice", e); } }
    static void Ref(ref int value, out string text) { text = null; throw new DeclinedException("ref"); }
    static readonly Dictionary<string, Action> scenarios = new Dictionary<string, Action> {
      { "method", () => new Cart().Pay(12) },
      { "constructor", () => new Cart(true) },
      { "static method", () => Cart.All() },
      { "getter", () => new Cart().Total.ToString() },
      { "setter", () => new Cart().Total = 3 },
      { "indexer", () => new Cart()["x"].ToString() },
      { "generic method", () => new Cart().First(new List<string>()) },
      { "generic class", () => new Box<int>().Open(1) },
      { "nested class", () => new Cart.Line().Show() },
      { "operator", () => (new Cart() + new Cart()).ToString() },
      { "ref and out", () => { int n = 1; string t; Ref(ref n, out t); } },
      { "lambda", () => ((Action)(() => Recurse(1)))() },
      { "recursion", () => Recurse(5) },
      { "iterator", () => Rows().ToList() },
      { "linq", () => new[] { 1, 2 }.Select(n => Recurse(n)).ToArray() },
      { "foreach", () => new List<int> { 1 }.ForEach(n => Cart.All()) },
      { "parse", () => int.Parse("x") },
      { "dictionary", () => new Dictionary<string, int>()["missing"].ToString() },
      { "index", () => new int[1].ElementAt(4) },
      { "wrapped", () => Wrapped() },
      { "wrapped twice", () => Twice() },
      { "interface", () => ((IPayable)new Cart()).Pay(2) },
    };
    static string Quote(string s) { return "\"" + s.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n").Replace("\r", "\\r").Replace("\t", "\\t") + "\""; }
    static string Frames(Exception e) {
      return "[" + string.Join(",", new StackTrace(e, true).GetFrames().Where(f => f.GetMethod() != null).Select(f => {
        var m = f.GetMethod();
        var parts = new List<string> { "\"module\":" + Quote(m.DeclaringType.IsGenericType ? m.DeclaringType.GetGenericTypeDefinition().FullName : m.DeclaringType.FullName), "\"function\":" + Quote(m.Name) };
        if (f.GetFileName() != null) { parts.Add("\"file\":" + Quote(f.GetFileName())); parts.Add("\"line\":" + f.GetFileLineNumber()); }
        return "{" + string.Join(",", parts) + "}";
      })) + "]";
    }
    static string Described(Exception e) { return "\"exception_type\":" + Quote(e.GetType().FullName) + ",\"message\":" + Quote(e.Message) + ",\"frames\":" + Frames(e); }
    static void Main() {
      var all = new List<string>();
      foreach (var s in scenarios) {
        try { s.Value(); } catch (Exception e) {
          var causes = new List<string>();
          for (var c = e.InnerException; c != null; c = c.InnerException) causes.Add("{" + Described(c) + "}");
          all.Add("{\"name\":" + Quote(s.Key) + ",\"stack\":" + Quote(e.ToString()) + "," + Described(e) + (causes.Count == 0 ? "" : ",\"causes\":[" + string.Join(",", causes) + "]") + "}");
        }
      }
      Console.WriteLine("[" + string.Join(",", all) + "]");
    }
  }
}
