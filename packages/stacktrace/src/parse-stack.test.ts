import { describe, expect, it } from 'vitest'
import { parseStack, type StackHints } from './index.ts'

/** `function|file|line|column` of each frame; missing parts are empty. */
const short = (text: string, hints?: StackHints) =>
  parseStack(text, hints).frames.map(({ module, function: name, file, line, column }) =>
    [module === undefined ? (name ?? '') : `${module} ${name}`, file ?? '', line ?? '', column ?? ''].join('|'),
  )

describe('one line of each form', () => {
  const cases: [line: string, frame: object][] = [
    // V8
    [
      'at pay (/srv/app/cart.js:10:5)',
      { function: 'pay', file: '/srv/app/cart.js', line: 10, column: 5, in_app: true },
    ],
    ['at /srv/app/cart.js:10:5', { file: '/srv/app/cart.js', line: 10, column: 5, in_app: true }],
    [
      'at async Cart.pay (file:///srv/cart.js:1:2)',
      { function: 'Cart.pay', file: 'file:///srv/cart.js', line: 1, column: 2, async: true, in_app: true },
    ],
    [
      'at new Cart (https://x.io/a.js?v=1:1:2)',
      { function: 'new Cart', file: 'https://x.io/a.js?v=1', line: 1, column: 2, in_app: true },
    ],
    [
      'at Object.f [as g] (C:\\app\\a.js:1:2)',
      { function: 'Object.f [as g]', file: 'C:\\app\\a.js', line: 1, column: 2, in_app: true },
    ],
    [
      'at Module._compile (node:internal/modules/cjs/loader:1554:14)',
      { function: 'Module._compile', file: 'node:internal/modules/cjs/loader', line: 1554, column: 14, in_app: false },
    ],
    [
      'at f (C:\\srv\\node_modules\\pg\\client.js:1:2)',
      { function: 'f', file: 'C:\\srv\\node_modules\\pg\\client.js', line: 1, column: 2, in_app: false },
    ],
    ['at Array.map (<anonymous>)', { function: 'Array.map', native: true, in_app: false }],
    ['at async Promise.all (index 0)', { function: 'Promise.all', native: true, async: true, in_app: false }],
    [
      'at eval (eval at run (/srv/a.js:3:4), <anonymous>:1:1)',
      { function: 'eval', file: '/srv/a.js', line: 3, column: 4, eval: true, in_app: true },
    ],
    [
      'at f (/srv/(group)/page.js:7:8)',
      { function: 'f', file: '/srv/(group)/page.js', line: 7, column: 8, in_app: true },
    ],
    [
      'at ns.sub:fn (x) (/srv/a.js:42:57)',
      { function: 'ns.sub:fn (x)', file: '/srv/a.js', line: 42, column: 57, in_app: true },
    ],
    [
      'at f (/srv/app (copy) (2)/a.js:7:8)',
      { function: 'f', file: '/srv/app (copy) (2)/a.js', line: 7, column: 8, in_app: true },
    ],
    [
      'at f (wasm://wasm/8f2a:wasm-function[3]:0x1f)',
      { function: 'f', file: 'wasm://wasm/8f2a', line: 1, column: 32, in_app: false },
    ],
    // Hermes counts from 0.
    [
      'at f (address at main.jsbundle:1:426)',
      { function: 'f', file: 'main.jsbundle', line: 1, column: 427, in_app: true },
    ],
    // SpiderMonkey
    ['pay/<@https://x.io/a.js:1:2', { function: 'pay/<', file: 'https://x.io/a.js', line: 1, column: 2, in_app: true }],
    [
      'promise callback*pay@https://x.io/a.js:1:2',
      { function: 'pay', file: 'https://x.io/a.js', line: 1, column: 2, async: true, in_app: true },
    ],
    [
      'pay@https://x.io/a.js line 3 > eval:1:1',
      { function: 'pay', file: 'https://x.io/a.js', line: 3, eval: true, in_app: true },
    ],
    // JavaScriptCore
    ['map@[native code]', { function: 'map', native: true, in_app: false }],
    ['https://x.io/@vue/a.js:3:4', { file: 'https://x.io/@vue/a.js', line: 3, column: 4, in_app: true }],
    // Python
    ['File "/srv/cart.py", line 12, in pay', { function: 'pay', file: '/srv/cart.py', line: 12, in_app: true }],
    [
      'File "/usr/lib/python3.11/json/decoder.py", line 1, in decode',
      { function: 'decode', file: '/usr/lib/python3.11/json/decoder.py', line: 1, in_app: false },
    ],
    // Java
    [
      'at app//com.x.Cart.lambda$pay$0(Cart.java:12)',
      { module: 'com.x.Cart', function: 'lambda$pay$0', file: 'Cart.java', line: 12, in_app: true },
    ],
    [
      'at java.base/java.lang.reflect.Method.invoke(Native Method) ~[na:1.8]',
      { module: 'java.lang.reflect.Method', function: 'invoke', native: true, in_app: false },
    ],
    ['at com.x.a.b(Unknown Source:4)', { module: 'com.x.a', function: 'b', line: 4, in_app: true }],
    // .NET
    [
      'at Shop.Cart.Pay[T](String id, Int32 n) in C:\\src\\Cart.cs:line 12',
      { module: 'Shop.Cart', function: 'Pay', file: 'C:\\src\\Cart.cs', line: 12, in_app: true },
    ],
    ['at Shop.Cart..ctor()', { module: 'Shop.Cart', function: '.ctor', in_app: true }],
    [
      'at Shop.Cart.Pay (System.String id) [0x00001] in /src/Cart.cs:12 ',
      { module: 'Shop.Cart', function: 'Pay', file: '/src/Cart.cs', line: 12, in_app: true },
    ],
    ['at System.Int32.Parse(String s)', { module: 'System.Int32', function: 'Parse', in_app: false }],
    // Ruby
    ["/srv/cart.rb:12:in 'Cart#pay'", { function: 'Cart#pay', file: '/srv/cart.rb', line: 12, in_app: true }],
    [
      "from /srv/cart.rb:12:in `block in pay'",
      { function: 'block in pay', file: '/srv/cart.rb', line: 12, in_app: true },
    ],
    [
      "<internal:kernel>:187:in 'Kernel#loop'",
      { function: 'Kernel#loop', file: '<internal:kernel>', line: 187, in_app: false },
    ],
    // Dart
    [
      '#0      Cart.pay (package:shop/cart.dart:12:5)',
      { function: 'Cart.pay', file: 'package:shop/cart.dart', line: 12, column: 5, in_app: true },
    ],
    [
      'package:shop/cart.dart 12:5  Cart.pay',
      { function: 'Cart.pay', file: 'package:shop/cart.dart', line: 12, column: 5, in_app: true },
    ],
    ['dart:async  _completeError', { function: '_completeError', file: 'dart:async', in_app: false }],
    [
      '#00 abs 000000723d6346d7 virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7',
      { function: '_kDartIsolateSnapshotInstructions+0x1e26d7', in_app: true },
    ],
  ]
  it.each(cases)('%s', (line, frame) => {
    expect(parseStack(`Error: boom\n    ${line}\n`).frames).toEqual([{ ...frame, raw: line.trimEnd() }])
  })
})

describe('PHP prints the location of each call: a frame gets the line inside its function', () => {
  const calls: [name: string, text: string, frames: string[]][] = [
    [
      'its own form',
      'Error: boom in /srv/Cart.php:7\nStack trace:\n#0 [internal function]: App\\Cart->each(1)\n#1 /srv/Cart.php(5): array_map(Object(Closure), Array)\n#2 /srv/index.php(3): App\\Cart->pay()\n#3 {main}\n  thrown in /srv/Cart.php on line 7',
      ['App\\Cart each|/srv/Cart.php|7|', 'array_map|||', 'App\\Cart pay|/srv/Cart.php|5|', '|/srv/index.php|3|'],
    ],
    [
      'the trace alone: where it was thrown is not known',
      '#0 /srv/Cart.php(5): helper()\n#1 /srv/index.php(3): App\\Cart->pay()\n#2 {main}',
      ['helper|||', 'App\\Cart pay|/srv/Cart.php|5|', '|/srv/index.php|3|'],
    ],
    ['thrown by the script itself', 'Error: boom in /srv/index.php:3\nStack trace:\n#0 {main}', ['|/srv/index.php|3|']],
    [
      'called by the engine at the end of the script',
      'Error: boom in /srv/index.php:3\nStack trace:\n#0 [internal function]: {closure}()\n#1 {main}',
      ['{closure}|/srv/index.php|3|'],
    ],
    [
      'closures of PHP 8.4 and code that eval made',
      "#0 /srv/x.php(3): {closure:App\\Cart::pay():12}(1)\n#1 /srv/x.php(4) : eval()'d code(1): f()\n#2 {main}",
      ['{closure:App\\Cart::pay():12}|||', 'f|/srv/x.php|3|', '|/srv/x.php|4|'],
    ],
    [
      'Xdebug, outermost first',
      'PHP   1. {main}() /srv/x.php:0\nPHP   2. App\\Cart->pay($x = 1) /srv/x.php:12\nPHP   3. helper() /srv/Cart.php:5',
      ['helper|||', 'App\\Cart pay|/srv/Cart.php|5|', '|/srv/x.php|12|'],
    ],
    [
      'Symfony’s console',
      'Exception trace:\n  at src/Cart.php:20\n App\\Cart->charge() at src/Cart.php:12\n App\\Kernel->run() at bin/console:3',
      ['App\\Cart charge|src/Cart.php|20|', 'App\\Kernel run|src/Cart.php|12|', '|bin/console|3|'],
    ],
    [
      'Symfony’s text',
      'RuntimeException:\nboom\n\n  at src/Cart.php:20\n  at App\\Cart->charge(1)\n     (src/Cart.php:12)\n  at require_once()\n     (public/index.php:5)',
      ['App\\Cart charge|src/Cart.php|20|', '|src/Cart.php|12|'],
    ],
  ]
  it.each(calls)('%s', (_name, text, frames) => expect(short(text, { platform: 'php' })).toEqual(frames))

  it('shifts in_app together with the location', () => {
    const { frames } = parseStack(
      'Error: boom in /srv/vendor/a/b.php:7\nStack trace:\n#0 /srv/Cart.php(5): A\\B->c()\n#1 {main}',
    )
    expect(frames.map((frame) => frame.in_app)).toEqual([false, true])
  })
})

describe('lines that are not calls', () => {
  it.each([
    'Error: look at this\nat noon we met\n    at f (a.js:1:2)',
    'Error: mail ann@example.com:25:1 refused: now\n    at f (a.js:1:2)',
    'Error: #12 is not a stack\n    at f (a.js:1:2)',
  ])('%s', (text) => expect(parseStack(text).frames).toHaveLength(1))

  it('reads no calls in the event’s message, even if it quotes a stack', () => {
    const message = 'worker died:\n    at other (b.js:1:2)'
    const stack = parseStack(`Error: ${message}\n    at f (a.js:1:2)`, { message })
    expect(stack.frames.map((frame) => frame.function)).toEqual(['f'])
    // The event has both, so the text is not searched for them.
    expect(stack).not.toHaveProperty('exception_type')
    expect(stack).not.toHaveProperty('message')
  })
})

describe('order and arrays', () => {
  it('puts the innermost first, even if the engine prints it last', () => {
    const text =
      'Traceback (most recent call last):\n  File "a.py", line 1, in outer\n    inner()\n  File "a.py", line 2, in inner\n    raise X\nX: no'
    expect(short(text)).toEqual(['inner|a.py|2|', 'outer|a.py|1|'])
    expect(parseStack(text)).toMatchObject({ exception_type: 'X', message: 'no', engine: 'python' })
  })

  it('reads arrays of lines and of frame objects', () => {
    const { frames } = parseStack([
      '    at f (a.js:1:2)',
      { function: 'g', file: 'b.js', line: 3, in_app: false },
      { class: 'App\\Cart', function: 'pay', file: '/srv/app/x.php', line: 4 },
      null,
      17,
    ])
    expect(frames).toEqual([
      { function: 'f', file: 'a.js', line: 1, column: 2, in_app: true, raw: 'at f (a.js:1:2)' },
      { function: 'g', file: 'b.js', line: 3, in_app: false },
      { module: 'App\\Cart', function: 'pay', file: '/srv/app/x.php', line: 4, in_app: true },
    ])
  })

  it('keeps the innermost frames and sets truncated', () => {
    const v8 = parseStack(`${Array.from({ length: 300 }, (_, i) => `    at f${i} (a.js:1:2)`).join('\n')}`)
    expect([v8.frames.length, v8.frames[0]!.function, v8.truncated]).toEqual([250, 'f0', true])
    const python = parseStack(Array.from({ length: 800 }, (_, i) => `  File "a.py", line 1, in f${i}`).join('\n'))
    expect([python.frames.length, python.frames[0]!.function, python.truncated]).toEqual([250, 'f799', true])
  })

  it('removes terminal colours', () => {
    expect(short('\u001b[31mError: x\u001b[0m\n    at \u001b[1mf\u001b[22m (a.js:1:2)')).toEqual(['f|a.js|1|2'])
  })
})

describe('causes', () => {
  const chain = (text: string, hints?: StackHints) => {
    const { exception_type, frames, causes } = parseStack(text, hints)
    const names = (list: typeof frames) => list.map((frame) => frame.function ?? `:${frame.line}`).join(' ')
    return [
      `${exception_type} ${names(frames)}`,
      ...causes.map((cause) => `${cause.relation} ${cause.exception_type} ${names(cause.frames)}`),
    ]
  }
  it('Java: causes and suppressed exceptions, with shared frames filled in', () => {
    expect(
      chain(
        'a.Outer: x\n\tat a.A.f(A.java:3)\n\tat a.A.main(A.java:9)\n\tSuppressed: a.Close: y\n\t\tat a.R.close(R.java:1)\n\t\t... 1 more\nCaused by: a.Inner\n\tat a.B.get(B.java:3)\n\t... 1 more',
      ),
    ).toEqual(['a.Outer f main', 'suppressed a.Close close main', 'cause a.Inner get main'])
  })
  it('Python: the last exception is the reported one', () => {
    expect(
      chain(
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 2, in g\n    y\nValueError: 2',
      ),
    ).toEqual(['ValueError g', 'cause KeyError f'])
  })
  it.each([
    [
      'Python: groups within groups',
      '  + Exception Group Traceback (most recent call last):\n  |   File "/srv/a.py", line 9, in <module>\n  |     pay()\n  | ExceptionGroup: both (3 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | TypeError: one\n    +---------------- 2 ----------------\n    | ExceptionGroup: inner (1 sub-exception)\n    +-+---------------- 1 ----------------\n      | Traceback (most recent call last):\n      |   File "/srv/a.py", line 2, in pay\n      |     raise ValueError("two")\n      | ValueError: two\n      +------------------------------------\n    +---------------- 3 ----------------\n    | KeyError: 3\n    +------------------------------------',
      ['TypeError in 0', 'ExceptionGroup in 0', 'ValueError in 2', 'KeyError in 0'],
    ],
    [
      'Python: members of a group that were raised because of others',
      '  + Exception Group Traceback (most recent call last):\n  |   File "/srv/a.py", line 9, in <module>\n  |     pay()\n  | ExceptionGroup: both (3 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "/srv/a.py", line 4, in total\n    |     {}["total"]\n    |     ~~^^^^^^^^^\n    | KeyError: \'total\'\n    | \n    | The above exception was the direct cause of the following exception:\n    | \n    | Traceback (most recent call last):\n    |   File "/srv/a.py", line 6, in pay\n    |     raise RuntimeError("no cart") from c\n    | RuntimeError: no cart\n    +---------------- 2 ----------------\n    | ExceptionGroup: inner (1 sub-exception)\n    +-+---------------- 1 ----------------\n      | TypeError: one\n      +------------------------------------\n    | \n    | During handling of the above exception, another exception occurred:\n    | \n    | Traceback (most recent call last):\n    |   File "/srv/a.py", line 8, in log\n    |     raise OSError("full")\n    | OSError: full\n    +------------------------------------',
      ['RuntimeError in 0', 'KeyError in 1', 'OSError in 0', 'ExceptionGroup in 3', 'TypeError in 4'],
    ],
    [
      'Python: three that led to each other',
      'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 2, in g\n    y\nValueError: 2\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "a.py", line 3, in h\n    z\nTypeError: 3',
      ['ValueError in 0', 'KeyError in 1'],
    ],
    [
      'Java: the cause of a suppressed exception, and that of the reported one',
      'a.Outer: x\n\tat a.A.f(A.java:3)\n\tSuppressed: a.Close: y\n\t\tat a.R.close(R.java:1)\n\tCaused by: a.Disk: z\n\t\tat a.D.write(D.java:4)\nCaused by: a.Inner\n\tat a.B.get(B.java:3)',
      ['a.Close in 0', 'a.Disk in 1', 'a.Inner in 0'],
    ],
  ])('%s: each names the one that it belongs to', (_name, text, expected) => {
    expect(parseStack(text).causes.map(({ exception_type, parent }) => `${exception_type} in ${parent}`)).toEqual(
      expected,
    )
  })
  it('PHP: Next was thrown later; a log prints the previous exception afterwards', () => {
    expect(
      chain(
        'A\\Inner: x in /a.php:3\nStack trace:\n#0 /a.php(7): f()\n#1 {main}\n\nNext A\\Outer: y in /b.php:9\nStack trace:\n#0 /a.php(20): g()\n#1 {main}',
      ),
    ).toEqual(['A\\Outer g :20', 'cause A\\Inner f :7'])
    expect(
      chain(
        '[object] (A\\Outer(code: 0): y at /b.php:9)\n[stacktrace]\n#0 /a.php(20): g()\n#1 {main}\n\n[previous exception] [object] (A\\Inner(code: 0): x at /a.php:3)\n[stacktrace]\n#0 /a.php(7): f()\n#1 {main}',
      ),
    ).toEqual(['A\\Outer g :20', 'cause A\\Inner f :7'])
  })
  it('.NET: frames after the end of the inner exception belong to the outer one', () => {
    expect(
      chain(
        'S.Outer: x\n ---> S.Inner: y\n   at S.A.In()\n   --- End of inner exception stack trace ---\n   at S.A.Out()',
      ),
    ).toEqual(['S.Outer Out', 'cause S.Inner In'])
  })
  it('Ruby: a second head is a cause', () => {
    expect(
      chain("a.rb:3:in 'f': x (Outer)\n\tfrom a.rb:9:in 'g'\na.rb:1:in 'h': y (Inner)\n\tfrom a.rb:2:in 'i'"),
    ).toEqual(['Outer f g', 'cause Inner h i'])
  })
  it('Go: other goroutines, each with its creator', () => {
    expect(
      chain(
        'panic: boom\n\ngoroutine 1 [running]:\nmain.(*Cart).Pay(0xc0)\n\t/a.go:10 +0x1d\n\ngoroutine 6 [select]:\nx/y.Wait(...)\n\t/y.go:3\ncreated by main.main in goroutine 1\n\t/a.go:15 +0x3',
      ),
    ).toEqual(['undefined (*Cart).Pay', 'goroutine undefined Wait main'])
  })
  it('Node: the cause printed by inspect, with omitted lines filled in', () => {
    expect(
      chain(
        'Error: o\n    at f (/a.js:1:2)\n    at x (/a.js:2:2)\n    ... 2 lines matching cause stack trace ...\n    at main (/a.js:5:2) {\n  [cause]: TypeError: i\n      at g (/a.js:9:9)\n      at x (/a.js:2:2)\n      at y (/a.js:3:2)\n      at z (/a.js:4:2)\n      at main (/a.js:5:2)\n}',
      ),
    ).toEqual(['Error f x y z main', 'cause TypeError g x y z main'])
  })
  it('keeps at most ten causes', () => {
    const text = `A: 1\n\tat a.A.f(A.java:3)\n${'Caused by: B: 2\n\tat a.B.f(B.java:3)\n'.repeat(500)}`
    const stack = parseStack(text)
    expect([stack.causes.length, stack.truncated]).toEqual([10, true])
  })
})
