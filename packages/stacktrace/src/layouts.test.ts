import { describe, expect, it } from 'vitest'
import { parseStack } from './index.ts'

/** `function|file|line` of each call, innermost first. */
const callsOf = (text: string, platform?: string) =>
  parseStack(text, { platform }).frames.map(({ function: name = '', file = '', line = '' }) =>
    [name, file, line].join('|'),
  )

describe('calls are read in the layouts of consoles and services', () => {
  it.each([
    [
      'Firefox’s console puts a blank between name and location',
      'Uncaught TypeError: t is null\n    pay https://x.io/a.js:1\n    promise callback* https://x.io/a.js:2\n    <anonymous> a.js:3',
      ['pay|https://x.io/a.js|1', '|https://x.io/a.js|2', '|a.js|3'],
    ],
    [
      'Firefox’s own JavaScript has no path',
      'Error: x\n    pay https://x.io/a.js:1\n    AsyncFunctionThrow self-hosted:808',
      ['pay|https://x.io/a.js|1', 'AsyncFunctionThrow|self-hosted|808'],
    ],
    [
      'the location stands before an arrow',
      'app/cart.rb:12 → pay\napp/cart.rb:3 → block in run',
      ['pay|app/cart.rb|12', 'block in run|app/cart.rb|3'],
    ],
    ['the location stands before a dash', '    webpack:///./cart.js:9 - w.pay', ['w.pay|webpack:///./cart.js|9']],
    ['Java’s calls have no `at`', 'com.shop.Cart.pay (Cart.java:83);', ['pay|Cart.java|83']],
    [
      'NativeScript counts calls',
      '1   pay@file:///app/a.js:3:4\n2   run@file:///app/a.js:5:6',
      ['pay|file:///app/a.js|3', 'run|file:///app/a.js|5'],
    ],
    [
      'Hermes is cut in two',
      'E: x, js engine: hermes, stack:\nanonymous (address at@1:10\napply@-1\npay@1:20',
      ['||1', 'apply||', 'pay||1'],
    ],
    ['Hermes is folded', 'E: x, js engine: hermes, stack: pay@1:2 anonymous@1:3 ', ['pay||1', '||1']],
    [
      'Crashlytics gives Hermes classes without a name',
      'E: x\n  at .pay(address at a.bundle:1:9)\n  at .apply((native):0:0)',
      ['pay|a.bundle|1', 'apply||'],
    ],
    [
      'Honeybadger names the line first',
      'line 8 of [PROJECT_ROOT]/app/cart.rb: pay',
      ['pay|[PROJECT_ROOT]/app/cart.rb|8'],
    ],
    [
      'Errbit puts no blank before its arrow',
      '[PROJECT_ROOT]/app/cart.rb:5→ paid?',
      ['paid?|[PROJECT_ROOT]/app/cart.rb|5'],
    ],
    ['Sentry names the line last', 'lib/cart.ex in Shop.Cart.pay/2 at line 41', ['Shop.Cart.pay/2|lib/cart.ex|41']],
    ['AppSignal puts `in` before Elixir’s call', 'lib/cart.ex:34 in Cart.pay("x", %{})', ['Cart.pay|lib/cart.ex|34']],
    ['Elixir in Ruby’s form', "(shop 1.0.0) lib/cart.ex:9:in `Cart.pay/3'", ['Cart.pay/3|lib/cart.ex|9']],
    [
      'Rollbar links its lines',
      "<a href='https://x.io/a#L3'>[app].../app/cart.rb:3:in `pay'</a>",
      ['pay|[app].../app/cart.rb|3'],
    ],
    [
      'Xcode’s organizer leaves out the image',
      'Cart.pay(_:) + 4 (Cart.swift:59)\nCart.run(_:) + 8',
      ['Cart.pay(_:)|Cart.swift|59', 'Cart.run(_:)||'],
    ],
    [
      'an event log folds .NET',
      'Exception Info: System.E at A.B.pay(Int32) at A.B.run() at A.main()',
      ['pay||', 'run||', 'main||'],
    ],
    [
      'a log in JSON holds the lines',
      'x\ny {"stack":["E: no","    at pay (/a.js:1:2)","    at run (/a.js:3:4)"]}',
      ['pay|/a.js|1', 'run|/a.js|3'],
    ],
    [
      'a pod and its container stand before each line',
      'pod-1 app main.pay(0x1)\npod-1 app \t/a.go:3 +0x1\npod-1 app main.run(0x1)\npod-1 app \t/a.go:5 +0x1',
      ['pay|/a.go|3', 'run|/a.go|5'],
    ],
    ['lines are numbered', '101 panic: x\n102 \n103 main.pay(0x1)\n104 \t/a.go:3 +0x1', ['pay|/a.go|3']],
    ['PHP has no trace', 'PHP Fatal error:  no cart in /a.php on line 83', ['|/a.php|83']],
    ['Perl was reading a file', 'no cart at /bin/shop line 134, <GEN10> line 12.', ['|/bin/shop|134']],
    [
      'Chrome’s console puts @ between name and location',
      'warn @ vue.esm.js?2b0e:619\n(anonymous) @ main.js:14',
      ['warn|vue.esm.js?2b0e|619', '|main.js|14'],
    ],
    ['a URL with blanks', 'E: x\n    pay file:///Users/my files/a.js:3', ['pay|file:///Users/my files/a.js|3']],
    [
      'Dart’s location stands below the call',
      '#0      Cart.pay\npackage:shop/cart.dart:40',
      ['Cart.pay|package:shop/cart.dart|40'],
    ],
    [
      'Erlang breaks a term',
      '[{cart,pay,2,\n   [{file,"src/cart.erl"},\n    {line,9}]}]',
      ['cart:pay/2|src/cart.erl|9'],
    ],
    [
      'a trace was cut before its cause',
      'Caused by: java.io.IOException: no\n\tat a.B.pay(B.java:3)',
      ['pay|B.java|3'],
    ],
    [
      'comments',
      '// pay@http://x.io/a.js:1:2\n// @http://x.io/a.js:3:4',
      ['pay|http://x.io/a.js|1', '|http://x.io/a.js|3'],
    ],
    [
      'RSpec comments its calls',
      "NoMethodError:\n  no\n# ./app/cart.rb:12:in `pay'\n# ./app/run.rb:3:in `run'",
      ['pay|./app/cart.rb|12', 'run|./app/run.rb|3'],
    ],
    [
      'Go ends a program itself',
      'fatal error: all goroutines are asleep\n\ngoroutine 1 [running]:\nruntime.throw({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:9\nmain.pay()\n\t/app/cart.go:12',
      ['pay|/app/cart.go|12'],
    ],
    ['Perl dies behind a prompt', '$ ./cart.pl\nNo card at cart.pl line 12.', ['|cart.pl|12']],
    [
      'App Center joins a call and its class',
      'Shop.Cart.Pay();Shop.Cart\nShop.Cart.Run();Shop.Cart',
      ['Pay||', 'Run||'],
    ],
    [
      'Apple’s reports in JSON',
      '{"app_name":"Shop"}\n{"exception":{"type":"EXC_BREAKPOINT"},"threads":[{"frames":[]},{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":9,"symbol":"pay()","symbolLocation":4,"sourceFile":"Cart.swift","sourceLine":12}]}],"usedImages":[{"name":"Shop"}]}',
      ['pay()|Cart.swift|12'],
    ],
  ])('%s', (_, text, calls) => expect(callsOf(text)).toEqual(calls))
})

describe('R', () => {
  it.each([
    [
      'Shiny',
      'Warning: Error in pay: no\n  63: stop\n  62: pay [cart.R#8]\n   1: runApp',
      ['stop||', 'pay|cart.R|8', 'runApp||'],
    ],
    ['traceback()', 'Error in pay(2) : no\n2: pay(2) at #1\n1: run(2)', ['pay||1', 'run||']],
    [
      'rlang',
      '<error/rlang_error>\nError:\n! no\nBacktrace:\n 1. ├─base::local(...)\n 2. └─shop::pay() at R/cart.R:3:5',
      ['shop::pay|R/cart.R|3', 'base::local||'],
    ],
  ])('%s', (_, text, calls) => {
    expect(callsOf(text)).toEqual(calls)
    expect(parseStack(text).message).toBe('no')
  })
})
