import { describe, expect, it } from 'vitest'
import { parseStack, type StackHints } from './index.ts'

/** `module.function file:line:column` of each frame; `-` precedes frames that are not the customer's own. */
const show = (text: string, hints?: StackHints) => {
  const { frames, causes, exception_type: type, message } = parseStack(text, hints)
  const line = ({ module, function: name, file, line: at, column, in_app: isOurs }: (typeof frames)[number]) => {
    const called = [module, name].filter(Boolean).join(' ')
    const location = [file, at, column].filter((part) => part !== undefined).join(':')
    return `${isOurs ? '' : '- '}${[called, location].filter(Boolean).join(' | ')}`
  }
  return {
    head: [type, message].filter((part) => part !== undefined).join(': '),
    frames: frames.map(line),
    causes: causes.map((cause) => [
      `${cause.relation} ${[cause.exception_type, cause.message].filter(Boolean).join(': ')}`,
      ...cause.frames.map(line),
    ]),
  }
}

interface Case {
  name: string
  text: string
  platform?: string
  head?: string
  frames: string[]
  causes?: string[][]
}

const cases: Case[] = [
  {
    name: 'Python: lines of a log before the traceback',
    text: 'ERROR:root:cannot pay\nTraceback (most recent call last):\n  File "/srv/a.py", line 3, in pay\n    charge()\n  File "/srv/b.py", line 9, in charge\n    raise KeyError(1)\nKeyError: 1',
    head: 'KeyError: 1',
    frames: ['charge | /srv/b.py:9', 'pay | /srv/a.py:3'],
  },
  {
    name: 'Python: two tracebacks of one log are two exceptions',
    text: 'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in pay\n    f()\nKeyError: 1\n2024-01-02 12:00:00 next\nTraceback (most recent call last):\n  File "/srv/b.py", line 9, in g\n    g()\nValueError: 2',
    head: 'KeyError: 1',
    frames: ['pay | /srv/a.py:3'],
    causes: [['member ValueError: 2', 'g | /srv/b.py:9']],
  },
  {
    name: 'Python: source without its blanks',
    text: 'Traceback (most recent call last):\nFile "/srv/a.py", line 3, in pay\nself.charge()\nFile "/srv/b.py", line 9, in charge\nraise KeyError(1)\nKeyError: 1',
    head: 'KeyError: 1',
    frames: ['charge | /srv/b.py:9', 'pay | /srv/a.py:3'],
  },
  {
    name: 'Node: an enumerable cause',
    text: "TypeError: fetch failed\n    at Object.fetch (node:internal/deps/undici/undici:11118:11)\n    at async main (/srv/a.js:3:9) {\n  cause: Error: getaddrinfo ENOTFOUND x\n      at GetAddrInfoReqWrap.onlookup [as oncomplete] (node:dns:71:26) {\n    errno: -3008,\n    code: 'ENOTFOUND'\n  }\n}",
    head: 'TypeError: fetch failed',
    frames: ['- Object.fetch | node:internal/deps/undici/undici:11118:11', 'main | /srv/a.js:3:9'],
    causes: [
      ['cause Error: getaddrinfo ENOTFOUND x', '- GetAddrInfoReqWrap.onlookup [as oncomplete] | node:dns:71:26'],
    ],
  },
  {
    name: 'Node: errors of its own and hidden ones',
    text: 'AggregateError: all failed\n    at f (/srv/a.js:1:2) {\n  errors: [\n    Error: one\n        at g (/srv/b.js:3:4),\n    Error: two\n        at h (/srv/c.js:5:6)\n  ]\n}',
    head: 'AggregateError: all failed',
    frames: ['f | /srv/a.js:1:2'],
    causes: [
      ['member Error: one', 'g | /srv/b.js:3:4'],
      ['member Error: two', 'h | /srv/c.js:5:6'],
    ],
  },
  {
    name: 'V8: WebAssembly by its address',
    text: 'RuntimeError: unreachable\n    at f (http://l/a.wasm:wasm-function[8]:0x46a)\n    at http://l/a.wasm:wasm-function[5]:0x11',
    head: 'RuntimeError: unreachable',
    frames: ['f | http://l/a.wasm:1:1131', 'wasm-function[5] | http://l/a.wasm:1:18'],
  },
  {
    name: '.NET ahead of time, and code that expressions made',
    text: 'System.Exception: x\n   at App.Program.Main(String[]) + 0x2f\n   at lambda_method(Closure, Object, Object[])',
    platform: 'dotnet',
    head: 'System.Exception: x',
    frames: ['App.Program Main', '- lambda_method'],
  },
  {
    name: '.NET: an iterator, by the method that makes it',
    text: 'System.Exception: x\n   at Shop.Feed.Rows(Int32 n)+MoveNext() in /src/Feed.cs:line 40\n   at Shop.Feed.All()+MoveNext()',
    platform: 'dotnet',
    head: 'System.Exception: x',
    frames: ['Shop.Feed Rows | /src/Feed.cs:40', 'Shop.Feed All'],
  },
  {
    name: '.NET: closures of F#, which the compiler names after their line',
    text: 'System.Exception: x\n   at Shop.Rates.all@40.Invoke(Int32 n) in /src/Rates.fs:line 40\n   at Shop.Rates.each@9-1.Invoke(Unit u)',
    platform: 'dotnet',
    head: 'System.Exception: x',
    frames: ['Shop.Rates.all@40 Invoke | /src/Rates.fs:40', 'Shop.Rates.each@9-1 Invoke'],
  },
  ...(
    [
      ['de', 'bei Shop.Cart.Pay(String id) in C:\\src\\Cart.cs:Zeile 12.'],
      ['fr', 'à Shop.Cart.Pay(String id) dans C:\\src\\Cart.cs:ligne 12'],
      ['ru', 'в Shop.Cart.Pay(String id) в C:\\src\\Cart.cs:строка 12'],
      ['es', 'en Shop.Cart.Pay(String id) en C:\\src\\Cart.cs:línea 12'],
      ['zh', '在 Shop.Cart.Pay(String id) 位置 C:\\src\\Cart.cs:行号 12'],
      ['ja', '場所 Shop.Cart.Pay(String id) 場所 C:\\src\\Cart.cs:行 12'],
      ['ko', '위치: Shop.Cart.Pay(String id) 파일 C:\\src\\Cart.cs:줄 12'],
      ['pl', 'w Shop.Cart.Pay(String id) w C:\\src\\Cart.cs:wiersz 12'],
      ['pt', 'em Shop.Cart.Pay(String id) na C:\\src\\Cart.cs:linha 12'],
      ['it', 'in Shop.Cart.Pay(String id) in C:\\src\\Cart.cs:riga 12'],
    ] as const
  ).map(([language, line]) => ({
    name: `.NET in ${language}`,
    text: `System.Exception: x\n   ${line}\n   ${line.slice(0, line.indexOf(')') + 1)}`,
    head: 'System.Exception: x',
    frames: ['Shop.Cart Pay | C:\\src\\Cart.cs:12', 'Shop.Cart Pay'],
  })),
  {
    name: '.NET in German: the end of the inner exception',
    text: 'S.Outer: x ---> S.Inner: y\n   bei S.A.In()\n   --- Ende der internen Ausnahmestapelüberwachung ---\n   bei S.A.Out()',
    head: 'S.Outer: x',
    frames: ['S.A Out'],
    causes: [['cause S.Inner: y', 'S.A In']],
  },
  {
    name: 'Unity and Mono',
    text: 'NullReferenceException: Object reference not set\nShop.Cart.Pay () (at Assets/Cart.cs:12)\nShop.Cart:Log (System.String) (at Assets/Cart.cs:20)\n  at Shop.Cart.Add (System.Int32 n) [0x00000] in <8f2a00>:0 ',
    head: 'NullReferenceException: Object reference not set',
    frames: ['Shop.Cart Pay | Assets/Cart.cs:12', 'Shop.Cart Log | Assets/Cart.cs:20', 'Shop.Cart Add'],
  },
  {
    name: 'old Node: its own files have no folder',
    text: 'Error: x\n    at Socket.f (/srv/a.js:1:2)\n    at emitOne (events.js:77:13)\n    at Module._compile (module.js:409:26)\n    at listOnTimeout (timers.js:92:15)\n    at ClientRequest.g (_http_client.js:310:9)\n    at process._tickCallback (internal/process/next_tick.js:63:19)',
    head: 'Error: x',
    frames: [
      'Socket.f | /srv/a.js:1:2',
      '- emitOne | events.js:77:13',
      '- Module._compile | module.js:409:26',
      '- listOnTimeout | timers.js:92:15',
      '- ClientRequest.g | _http_client.js:310:9',
      '- process._tickCallback | internal/process/next_tick.js:63:19',
    ],
  },
  {
    name: 'Node: the source before the head',
    text: "/srv/app/a.js:3\n  total.id.x\n        ^\n\nTypeError: Cannot read properties of undefined (reading 'x')\n    at pay (/srv/app/a.js:3:9)\n\nNode.js v18.17.0",
    head: "TypeError: Cannot read properties of undefined (reading 'x')",
    frames: ['pay | /srv/app/a.js:3:9'],
  },
  {
    name: 'Node: the source in the stack of a SyntaxError',
    text: '/srv/app/a.js:3\nfoo bar\n    ^^^\n\nSyntaxError: Unexpected identifier\n    at wrapSafe (internal/modules/cjs/loader.js:1053:16)',
    head: 'SyntaxError: Unexpected identifier',
    frames: ['- wrapSafe | internal/modules/cjs/loader.js:1053:16'],
  },
  {
    name: 'Node: who emitted the error is another stack',
    text: "node:events:491\n      throw er; // Unhandled 'error' event\n      ^\n\nError: read ECONNRESET\n    at TCP.onStreamRead (node:internal/stream_base_commons:217:20)\nEmitted 'error' event on Socket instance at:\n    at emitErrorNT (node:internal/streams/destroy:151:8) {\n  errno: -104\n}",
    head: 'Error: read ECONNRESET',
    frames: ['- TCP.onStreamRead | node:internal/stream_base_commons:217:20'],
    causes: [
      ["member Emitted 'error' event on Socket instance at:", '- emitErrorNT | node:internal/streams/destroy:151:8'],
    ],
  },
  {
    name: 'Dart: two blanks before the location, and none',
    text: 'Exception: x\n#0      Cart.pay  (package:shop/cart.dart:12:5)\n#1      _rootRun',
    frames: ['Cart.pay | package:shop/cart.dart:12:5', '- _rootRun'],
  },
  {
    name: 'Java: a blank before the parenthesis, and no colon behind Caused by',
    text: 'Exception java.lang.RuntimeException: x\n  at android.os.Handler.dispatchMessage (Handler.java:106)\n  at com.shop.Cart.pay (Cart.kt:12)\n  at java.lang.reflect.Method.invoke (Native Method)\nCaused by java.lang.NullPointerException: y\n  at com.shop.Cart.add (Cart.kt:3)',
    head: 'java.lang.RuntimeException: x',
    frames: [
      '- android.os.Handler dispatchMessage | Handler.java:106',
      'com.shop.Cart pay | Cart.kt:12',
      '- java.lang.reflect.Method invoke',
    ],
    causes: [['cause java.lang.NullPointerException: y', 'com.shop.Cart add | Cart.kt:3']],
  },
  {
    name: 'Java: several exceptions of one text',
    text: 'java.io.IOException: one\n\tat a.b.C.d(C.java:1)\njava.lang.IllegalStateException: two\n\tat a.b.E.f(E.java:2)',
    head: 'java.io.IOException: one',
    frames: ['a.b.C d | C.java:1'],
    causes: [['member java.lang.IllegalStateException: two', 'a.b.E f | E.java:2']],
  },
  {
    name: 'zone.js names the zone',
    text: 'Error: x\n    at Cart.pay (http://l/main.js:1:2) [angular]\n    at http://l/main.js:3:4 [<root>]',
    head: 'Error: x',
    frames: ['Cart.pay | http://l/main.js:1:2', 'http://l/main.js:3:4'],
  },
  {
    name: 'Go: the signal is no part of the message; a stack begins where it panicked',
    text: 'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x98 pc=0xe1d30f]\n\ngoroutine 1 [running]:\nruntime/debug.Stack()\n\t/usr/lib/go/src/runtime/debug/stack.go:24 +0x65\nmain.recovered()\n\t/srv/main.go:9 +0x1\npanic({0x1, 0x2})\n\t/usr/lib/go/src/runtime/panic.go:884 +0x212\nmain.pay(0x0)\n\t/srv/cart.go:12 +0x1d',
    head: 'runtime error: invalid memory address or nil pointer dereference',
    frames: ['main pay | /srv/cart.go:12'],
  },
  {
    name: 'Go: locations indented by blanks',
    text: 'panic: boom\n\ngoroutine 1 [running]:\nmain.pay(0x0)\n        /srv/cart.go:12 +0x1d\nmain.main()\n        /srv/main.go:3 +0x2',
    head: 'boom',
    frames: ['main pay | /srv/cart.go:12', 'main main | /srv/main.go:3'],
  },
  {
    name: 'Deno',
    text: 'error: Uncaught (in promise) Error: boom\n    at pay (file:///srv/a.ts:1:2)',
    head: 'Error: boom',
    frames: ['pay | file:///srv/a.ts:1:2'],
  },
  {
    name: 'Rust: a panic without a backtrace',
    text: "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds: the len is 3 but the index is 99\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    head: 'index out of bounds: the len is 3 but the index is 99',
    frames: ['src/main.rs:4:5'],
  },
  {
    name: 'Rust: the older head, and a backtrace',
    text: "thread 'main' panicked at 'no entry', src/main.rs:4:5\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/90c5/library/std/src/panicking.rs:584:5\n   1: core::panicking::panic_fmt\n             at /rustc/90c5/library/core/src/panicking.rs:142:14\n   2: shop::cart::pay::h0123456789abcdef\n             at ./src/cart.rs:12:9\n   3: main\n   4: <unknown>\nnote: Some details are omitted",
    head: 'no entry',
    frames: [
      '- rust_begin_unwind | /rustc/90c5/library/std/src/panicking.rs:584:5',
      '- core::panicking::panic_fmt | /rustc/90c5/library/core/src/panicking.rs:142:14',
      'shop::cart::pay | ./src/cart.rs:12:9',
      '- main',
      '- ',
    ],
  },
  {
    name: 'Rust: addresses',
    text: 'stack backtrace:\n   0:     0x55d1 - shop::cart::pay::h0123456789abcdef\n                               at /srv/shop/src/cart.rs:12:9\n   1:     0x55d2 - <core::future::Ready<T> as core::future::Future>::poll::h0123456789abcdef',
    frames: [
      'shop::cart::pay | /srv/shop/src/cart.rs:12:9',
      '- <core::future::Ready<T> as core::future::Future>::poll',
    ],
  },
  {
    name: 'Rust: causes of anyhow',
    text: 'Error: cannot read the configuration\n\nCaused by:\n    0: cannot open shop.toml\n    1: No such file or directory (os error 2)\n\nStack backtrace:\n   0: anyhow::error::<impl anyhow::Error>::msg\n   1: shop::main\n             at ./src/main.rs:3:5',
    head: 'Error: cannot read the configuration',
    frames: ['- anyhow::error::<impl anyhow::Error>::msg', 'shop::main | ./src/main.rs:3:5'],
    causes: [['cause cannot open shop.toml'], ['cause No such file or directory (os error 2)']],
  },
  {
    name: 'Elixir',
    text: '12:00:01.536 [error] GenServer Shop.Cart terminating\n** (KeyError) key :id not found in: nil\n    :erlang.map_get(:id, %{a: [1, 2]})\n    (shop 0.1.0) lib/shop/cart.ex:12: anonymous fn/2 in Shop.Cart.pay/2\n    (elixir 1.14.3) lib/enum.ex:2468: Enum."-reduce/3-lists^foldl/2-0-"/3\n    lib/shop/order.ex:3: Shop.Order.run({1, "a, b"}, nil)\n    (stdlib 4.3) gen_server.erl:1123: :gen_server.try_dispatch/4\nLast message: :work',
    head: 'KeyError: key :id not found in: nil',
    frames: [
      '- :erlang.map_get/2',
      'anonymous fn/2 in Shop.Cart.pay/2 | lib/shop/cart.ex:12',
      '- Enum."-reduce/3-lists^foldl/2-0-"/3 | lib/enum.ex:2468',
      'Shop.Order.run/2 | lib/shop/order.ex:3',
      '- :gen_server.try_dispatch/4 | gen_server.erl:1123',
    ],
  },
  {
    name: 'Erlang: the shell and the term',
    text: '** exception error: no match of right hand side value 1\n     in function  cart:pay/2 (src/cart.erl, line 10)\n     in call from lists:map/2 (lists.erl, line 1239)\n     in call from erl_eval:do_apply/6',
    head: 'error: no match of right hand side value 1',
    frames: ['cart:pay/2 | src/cart.erl:10', '- lists:map/2 | lists.erl:1239', '- erl_eval:do_apply/6'],
  },
  {
    name: 'Erlang: a term',
    text: '{badmatch,1}\n[{cart,pay,2,[{file,"src/cart.erl"},{line,10}]},\n {lists,map,2,[{file,"lists.erl"},{line,1239}]}]',
    frames: ['cart:pay/2 | src/cart.erl:10', '- lists:map/2 | lists.erl:1239'],
  },
  {
    name: 'Apple: the thread that crashed, whatever comes before it',
    text: 'Process:  Shop [4379]\nException Type:  EXC_BREAKPOINT (SIGTRAP)\nCrashed Thread:  1\n\nThread 0:: Dispatch queue: com.apple.main-thread\n0   libsystem_kernel.dylib        \t0x00007fff65ad68f6 mach_msg_trap + 10\n\nThread 1 Crashed:\n0   Shop                          \t0x0000000104a1c2b0 Cart.pay(_:) + 44 (Cart.swift:12)\n1   Shop                          \t0x0000000104a1c2b0 0x104a00000 + 115376\n2   UIKitCore                     \t0x000000018f2a00b4 -[UIButton sendAction:to:forEvent:] + 100',
    head: 'EXC_BREAKPOINT',
    frames: ['Shop Cart.pay(_:) | Cart.swift:12', 'Shop', '- UIKitCore -[UIButton sendAction:to:forEvent:]'],
    causes: [['goroutine Thread 0:: Dispatch queue: com.apple.main-thread', '- libsystem_kernel.dylib mach_msg_trap']],
  },
  {
    name: 'Apple: an exception of Objective-C',
    text: "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Cart pay]: unrecognized selector sent to instance 0x600'\n*** First throw call stack:\n0   CoreFoundation                      0x000000018f1 __exceptionPreprocess + 172\n1   Shop                                0x00000001021 -[Cart pay] + 20",
    head: 'NSInvalidArgumentException: -[Cart pay]: unrecognized selector sent to instance 0x600',
    frames: ['- CoreFoundation __exceptionPreprocess', 'Shop -[Cart pay]'],
  },
  {
    name: 'Swift’s own backtrace',
    text: 'Fatal error: Index out of range\n\nThread 0 crashed:\n\n0 0x00000001893 _assertionFailure(_:_:file:line:flags:) + 176 in libswiftCore.so\n1 [ra] 0x0000000189 pay() + 44 in shop at /src/main.swift:4:5',
    head: 'Fatal error: Index out of range',
    frames: ['- libswiftCore.so _assertionFailure(_:_:file:line:flags:)', 'shop pay() | /src/main.swift:4:5'],
  },
  {
    name: 'React Native on iOS: the bundle goes without saying',
    text: "Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'e.id'), js engine: hermes, stack:\ne@695:2469\n<unknown>@695:2470\ntryCallTwo@27:1234\nvalue@[native code]",
    platform: 'ios',
    head: "TypeError: undefined is not an object (evaluating 'e.id')",
    frames: ['e | 695:2469', '695:2470', 'tryCallTwo | 27:1234', '- value'],
  },
  {
    name: 'Kotlin/Native',
    text: 'Uncaught Kotlin exception: kotlin.IllegalStateException: boom\n    at 0   shop.kexe                           0x0000000104a1c2b0 kfun:kotlin.Throwable#<init>(kotlin.String?){} + 85 (/opt/build/Throwable.kt:28:21)\n    at 1   shop.kexe                           0x0000000104a1c2b1 kfun:com.shop.Cart#pay(kotlin.Int){} + 123 (/src/Cart.kt:12:5)\n    at 2   shop.kexe                           0x0000000104a1c2b2 kfun:#main(){} + 9\n    at 3   libdyld.dylib                       0x0000000104a1c2b3 start + 1',
    head: 'kotlin.IllegalStateException: boom',
    frames: [
      '- kotlin.Throwable <init> | /opt/build/Throwable.kt:28:21',
      'com.shop.Cart pay | /src/Cart.kt:12:5',
      'main',
      '- start',
    ],
  },
  {
    name: 'Lua',
    text: "lua: cart.lua:12: attempt to index a nil value (local 'cart')\nstack traceback:\n\t[C]: in function 'error'\n\tcart.lua:12: in function 'pay'\n\tcart.lua:20: in main chunk\n\t[C]: in ?",
    frames: ['- error', 'pay | cart.lua:12', 'cart.lua:20', '- '],
  },
  {
    name: 'Perl',
    text: 'no cart at lib/Cart.pm line 12.\n\tCart::pay(3) called at cart.pl line 3\n\tmain::run() called at cart.pl line 9',
    head: 'no cart',
    frames: ['Cart::pay | lib/Cart.pm:12', 'main::run | cart.pl:3', 'cart.pl:9'],
  },
  {
    name: 'Perl: what died says where',
    text: 'Illegal division by zero at cart.pl line 3.',
    head: 'Illegal division by zero',
    frames: ['cart.pl:3'],
  },
  {
    name: 'Julia',
    text: 'ERROR: MethodError: no method matching pay(::Int64)\nStacktrace:\n [1] pay(cart::Cart)\n   @ Main ./cart.jl:12\n [2] top-level scope\n   @ REPL[2]:1\n [3] run(::Int64) at ./run.jl:3',
    head: 'MethodError: no method matching pay(::Int64)',
    frames: ['pay | ./cart.jl:12', 'top-level scope | REPL[2]:1', 'run | ./run.jl:3'],
  },
]

describe('stacks as runtimes, consoles and stores print them', () => {
  it.each(cases)('$name', ({ text, platform, head, frames, causes }) => {
    const shown = show(text, platform === undefined ? {} : { platform })
    expect(shown.frames).toEqual(frames)
    if (head !== undefined) expect(shown.head).toBe(head)
    expect(shown.causes).toEqual(causes ?? [])
  })
})

describe('prefixes of lines', () => {
  const bare = 'TypeError: x\n    at pay (/srv/a.js:1:2)\n    at node:internal/main:3:4\n    at run (/srv/b.js:5:6)'
  const prefixed: [name: string, text: string][] = [
    ['a container', bare.replaceAll(/^/gm, 'web_1  | ')],
    ['a time stamp', bare.replaceAll(/^/gm, '2024-01-02T03:04:05.678Z ')],
    ['a time stamp and a level', bare.replaceAll(/^/gm, '[2024-01-02 03:04:05,678] ERROR: ')],
    [
      'the output of a build',
      bare
        .split('\n')
        .map((line, at) => `#9 0.${329 + at * 13} ${line}`)
        .join('\n'),
    ],
    ['a quotation', bare.replaceAll(/^/gm, '> ')],
    ['journald', bare.replaceAll(/^/gm, 'Jan 02 03:04:05 web-1 node[4711]: ')],
    ['logcat', bare.replaceAll(/^/gm, '01-02 03:04:05.678  4711  4712 E ReactNativeJS: ')],
    ['a pod', bare.replaceAll(/^/gm, '[pod/shop-7d9f-x2x/web] ')],
  ]
  it.each(prefixed)('%s is stripped', (_name, text) => {
    expect(show(text)).toEqual(show(bare))
  })

  it.each([
    ['colours', bare.replaceAll(/(\/srv\S+)/g, '\u001b[90m$1\u001b[39m')],
    ['the ends of lines of Windows', bare.replaceAll('\n', '\r\n')],
    ['tabs turned to blanks', bare.replaceAll('    at', '        at')],
    ['one line of JSON', bare.replaceAll('\n', '\\n')],
  ])('so are %s', (_name, text) => expect(show(text)).toEqual(show(bare)))

  it('decodes HTML entities', () => {
    expect(show('Error: x\n    at new Promise (&lt;anonymous&gt;)\n    at Cart-&gt;f (/srv/a.js:1:2)').frames).toEqual([
      '- new Promise',
      'Cart->f | /srv/a.js:1:2',
    ])
  })

  it('finds prefixes before Python’s and Java’s lines', () => {
    const python =
      'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in pay\n    charge()\n  File "/srv/b.py", line 9, in charge\n    raise KeyError(1)\nKeyError: 1'
    expect(show(python.replaceAll(/^/gm, 'web_1  | '))).toEqual(show(python))
    const java =
      'java.io.IOException: one\n\tat a.b.C.d(C.java:1)\n\tat a.b.C.e(C.java:2)\nCaused by: a.b.X: y\n\tat a.b.E.f(E.java:2)\n\t... 1 more'
    expect(show(java.replaceAll(/^/gm, 'E/AndroidRuntime( 4711): '))).toEqual(show(java))
  })

  it('removes nothing from lines that are already calls', () => {
    const text =
      'Error: x\nat pay (/srv/a.js:1:2)\nat run (/srv/a.js:3:4)\nfirst: nothing\nsecond: nothing\nthird: nothing\nfourth'
    expect(show(text).frames).toEqual(['pay | /srv/a.js:1:2', 'run | /srv/a.js:3:4'])
  })
})
