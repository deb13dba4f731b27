import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../scripts/fuzz-runs.mjs'
import { anyCharacter } from '../../../scripts/fuzz-text.mjs'
import { parseStack } from './index.ts'

const pieces = fc.constantFrom(
  ...[
    'at ',
    'async ',
    ' (',
    ')',
    '(',
    ':',
    ':1',
    ':1:2',
    '@',
    '[native code]',
    '#0 ',
    '#1      ',
    'File "',
    '", line 3',
    ', in ',
  ],
  ...[
    '\n',
    '\t',
    '    ',
    '{main}',
    '->',
    '::',
    ' in ',
    ':in ',
    "'",
    '`',
    'from ',
    'Caused by: ',
    ' ---> ',
    '--- End of inner',
  ],
  ...[
    'Next ',
    'Stack trace:',
    '[stacktrace]',
    '[cause]: ',
    '[errors]: [',
    '... 3 more',
    'goroutine 1 [running]:',
    'created by ',
  ],
  ...[
    'Traceback (most recent call last):',
    'During handling of the above exception',
    '+---- 1 ----',
    '| ',
    'eval at ',
    'wasm://',
    ':0x',
  ],
  ...[
    ' lines matching cause stack trace',
    'address at ',
    'package:a.dart',
    ' > eval',
    ' line 3',
    '\u001b[',
    '\0',
    '\ud800',
    '/',
    '\\',
    '99999999999',
  ],
)
const newer = fc.constantFrom(
  ...[
    'pay https://x.io/a.js:1',
    'f @ a.js:1',
    '{"threads":[{"frames":[{}]}],"usedImages":[]}',
    'async* ',
    '10:11:12.1 ERROR [a] b.c - ',
    'E/Tag( 1): ',
    'a | ',
    'x=1 ',
    'Exception Type: ',
    'Message: ',
    'NoCartError (x):',
    '####',
    'x.rb:3→ f',
    'line 8 of ',
    ' at line 3',
    ' + 4 (a.swift:1)',
    'Warning: Error in f: ',
    ' 1. ├─a::b(',
    '<a href>',
    '","    at ',
    ') at ',
    'hermes, stack: a@1:2 b@3:4',
    ' in a.php on line 3',
    '0: ',
    '1: a::b',
    'stack backtrace:',
    "thread 'main' panicked at ",
    'Caused by:',
    '(app 1.2.3) ',
    'lib/a.ex:3: ',
    'A.b/2',
    ':erlang.f(',
  ],
  ...[
    '** (KeyError) ',
    '[{file,"',
    '{line,',
    'in function ',
    'Thread 0 Crashed:',
    '0   Shop   0x1 ',
    ' + 12',
    'kfun:a.B#c(){}',
    ' called at ',
  ],
  ...[
    ' line 3.',
    '[C]: in ',
    ': in function ',
    '[1] f(x)',
    '@ Main ./a.jl:3',
    'bei ',
    ':Zeile 3',
    ' (at a.cs:3)',
    'web_1 | ',
    '&lt;',
    '^',
    'cause: ',
  ],
  ...[
    'errors: [',
    ' [angular]',
    'wasm-function[',
    ' Stack trace: #0 ',
    '**at ',
    '<br />',
    '.R#3',
    "Emitted 'error'",
    'panic(',
    '> ',
    '#0 0x1 in f /a.c:3',
    '#00 pc 1  /a.so (f+1)',
    'frame #0: 0x1 a`f at a.c:1:2',
    '[Callstack] 0x1 A.dll!f() []',
    'at 0x1: f (a.c:3)',
    '❯ f a.ts:1:2',
    '[[a b "c.clj" 3]',
    'E   x',
    'a.py:1: ',
    '│ /a.py:1 in f │',
    'Traceback (most recent call last)',
    '{"stack":"',
    '"}',
    '/a.go:1 (0x1)',
    ' was thrown:',
    'The following x',
  ],
)
const text = fc.oneof(
  fc.array(fc.oneof(pieces, newer, fc.string({ maxLength: 8 })), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
)
const entry = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom('function', 'file', 'line', 'in_app', 'class'), fc.jsonValue({ maxDepth: 1 })),
)
const runs = fuzzRuns(200_000)

describe('any input', () => {
  it('never throws, and gives bounded, well-formed results', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.array(entry, { maxLength: 20 }), fc.constant(null)),
        fc.constantFrom('ios', 'php', 'dotnet', undefined),
        (stack, platform) => {
          const parsed = parseStack(stack, { platform, maxFrames: 20 })
          expect(parsed.causes.length).toBeLessThanOrEqual(10)
          for (const { frames } of [parsed, ...parsed.causes]) {
            expect(frames.length).toBeLessThanOrEqual(20)
            for (const frame of frames) {
              expect(typeof frame.in_app).toBe('boolean')
              expect(frame.function?.length ?? 0).toBeLessThanOrEqual(500)
              expect(frame.module?.length ?? 0).toBeLessThanOrEqual(500)
              expect(frame.file?.length ?? 0).toBeLessThanOrEqual(2000)
              expect(frame.raw?.length ?? 0).toBeLessThanOrEqual(500)
              expect(frame.line === undefined || Number.isSafeInteger(frame.line)).toBe(true)
              expect(frame.column === undefined || Number.isSafeInteger(frame.column)).toBe(true)
            }
          }
        },
      ),
      { numRuns: runs },
    )
  }, 600_000)

  it('gives the same frames with lines of text around a stack', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ,.!]{0,40}$/), { maxLength: 5 }), (lines) => {
        const stack = '    at f (/srv/a.js:1:2)\n    at g (/srv/b.js:3:4)'
        const { frames } = parseStack(`${lines.join('\n')}\n${stack}\n${lines.join('\n')}`)
        expect(frames).toEqual(parseStack(stack).frames)
      }),
    )
  })
})

/** Time must be linear in the text, not quadratic. */
describe('300 kB of text that is slow for careless scanners', () => {
  const shapes: [name: string, make: (size: number) => string][] = [
    ['one line of parentheses', (n) => `at ${' ('.repeat(n / 2)}:1:2)`],
    ['many open evals', (n) => '    at eval (eval at f (\n'.repeat(n / 24)],
    ['lines of 4 kB of colons', (n) => `at ${':1'.repeat(2000)}\n`.repeat(n / 4000)],
    ['lines of 4 kB of @', (n) => `${'@'.repeat(4000)}:1:2\n`.repeat(n / 4000)],
    ['lines of 4 kB of ", line "', (n) => `File "${'", line 1, in '.repeat(280)}\n`.repeat(n / 4000)],
    ['lines of 4 kB of "): "', (n) => `#1 ${'): '.repeat(1300)}\n`.repeat(n / 4000)],
    ['lines of 4 kB of ":in "', (n) => `${':in '.repeat(1000)}\n`.repeat(n / 4000)],
    ['lines of 4 kB of blanks', (n) => `${' '.repeat(4000)}x\n`.repeat(n / 4000)],
    ['nothing but line ends', (n) => '\n'.repeat(n)],
    ['nothing but ESC', (n) => '\u001b['.repeat(n / 2)],
    ['joints without an end', (n) => 'Caused by: a.B: c\n\tat a.B.f(B.java:3)\n'.repeat(n / 36)],
    [
      'gaps without an end',
      (n) => `A: b\n\tat a.B.f(B.java:3)\nCaused by: A: b\n${'\t... 99999 more\n'.repeat(n / 16)}`,
    ],
    [
      'inspected gaps',
      (n) =>
        `E: b\n    at f (/a.js:1:2)\n${'    ... 9999 lines matching cause stack trace ...\n'.repeat(n / 50)}  [cause]: E: c\n${'    at f (/a.js:1:2)\n'.repeat(500)}`,
    ],
    [
      'Python without an end',
      (n) => `${'During handling of the above exception\n  File "a", line 1, in b\n'.repeat(n / 60)}`,
    ],
    ['prefixes before nothing', (n) => 'web_1 | at x\n'.repeat(n / 13)],
    ['prefixes of numbers', (n) => `${'12 '.repeat(60)}at f (a.js:1:2)\n`.repeat(n / 196)],
    ['one line of prefixes', (n) => 'a | '.repeat(n / 4)],
    ['marks of HTML', (n) => '&lt;'.repeat(n / 4)],
    ['a page of PHP', (n) => ` Stack trace: #0 ${' #1'.repeat(n / 3)}`],
    ['calls of Rust without a location', (n) => `stack backtrace:\n${'   1: a::b\n'.repeat(n / 11)}`],
    ['arguments of Elixir', (n) => `    (a 1.0.0) lib/a.ex:3: A.b(${'('.repeat(4000)})\n`.repeat(n / 4032)],
    ['threads', (n) => 'Thread 1:\n0   A   0x1 b + 1\n'.repeat(n / 29)],
    ['heads', (n) => 'a.b.CError: x\n    at f (/a.js:1:2)\n'.repeat(n / 36)],
    ['causes in a list', (n) => `x\nCaused by:\n${'    0: y\n'.repeat(n / 9)}`],
    ['one frame many times', (n) => '    at f (/srv/app/a.js:1:2)\n'.repeat(n / 29)],
    ['objects in a log', (n) => `{"stack":"${'{"a":'.repeat(n / 5)}"}`],
    ['a list of lines in JSON', (n) => `{"stack":[${'"at f (/a.js:1:2)",'.repeat(n / 20)}"x"]}`],
    ['nested objects', (n) => `{"stack":1,"a":${'{"a":'.repeat(n / 5)}1${'}'.repeat(n / 5)}}`],
    ['wrapped calls', (n) => 'at a.b(\nc\n'.repeat(n / 10)],
    ['a box without an end', (n) => `Traceback (most recent call last) ❱\n${'│ /a\n'.repeat(n / 6)}`],
    ['IPython without an end', (n) => `E  Traceback (most recent call last)\n${'File a, in b\n'.repeat(n / 13)}`],
    ['pytest without an end', (n) => 'a.py:1: \nE   x\n'.repeat(n / 16)],
    ['threads of a sanitizer', (n) => '#0 0x1 in f /a.c:1\n'.repeat(n / 19)],
    ['lines of 4 kB of pc', (n) => `#00 pc 1 ${' ('.repeat(2000)}\n`.repeat(n / 4010)],
    ['arguments of Erlang', (n) => `{a,b,${'['.repeat(4000)}],[{file,"a"},{line,1}]}\n`.repeat(n / 4030)],
    ['arguments of Erlang without an end', (n) => `[{file,"a"},\n${'{a,b,['.repeat(n / 6)}`],
    ['arguments within arguments of Erlang', (n) => `[{file,"a"},\n${'{a,b,[{a,b,[1],[]}],'.repeat(n / 20)}`],
    ['calls of Firefox on one line', (n) => 'a@http://x.io/a.js:1:2 '.repeat(n / 23)],
    ['signs of Firefox on one line', (n) => `a@http://x a@http://x ${'@ '.repeat(n / 2)}`],
    ['a list of winston', (n) => `x stack=[Error: x${',     at f (/a.js:1:2)'.repeat(n / 22)}`],
    ['heads of a test', (n) => ' ● a › b\n'.repeat(n / 9)],
    [
      'lists of WordPress',
      (n) => `Fatal error: Uncaught E: x\nStack Trace\n${'1.\ta()[...]/a.php:1\n'.repeat(n / 21)}`,
    ],
    ['pages of Symfony', (n) => 'at A->b(c)in a.php line 1\n'.repeat(n / 26)],
    ['messages in parentheses', (n) => `${'A::BError (x\n'.repeat(n / 13)}`],
    ['the same head again', (n) => `CError: x\n${'CError: x\n'.repeat(n / 10)}    at f (/a.js:1:2)`],
    ['places of an overlay', (n) => `Call Stack\n${'f\na.js (1:2)\n'.repeat(n / 14)}`],
    ['escaped lines', (n) => `x\n${'y\\n    at f (/a.js:1:2)'.repeat(n / 24)}`],
    ['records between heads', (n) => `CError: x\n${'10:11:12 y\nCError: z\n'.repeat(n / 21)}    at f (/a.js:1:2)`],
    ['one line of calls', (n) => 'E: x at f (/a.js:1:2)'.repeat(n / 21)],
    ['locations of Go', (n) => '/a.go:1 (0x1)\n'.repeat(n / 14)],
    ['wrapped words of PHP', (n) => `${'Fatal error: a in b on lin\n'.repeat(n / 27)}#0 {main}`],
    ['objects with words below', (n) => `${'{\n"stack": 1\n}\n'.repeat(n / 16)}x`],
    ['words above', (n) => `${'I got this error:\n'.repeat(n / 18)}    at f (/a.js:1:2)`],
    ['calls of Delve', (n) => '3  0x0000000000c16509 in main.f\n'.repeat(n / 32)],
    ['tags', (n) => '[a] '.repeat(n / 4)],
    ['paths that a console wrapped', (n) => 'File "a\n '.repeat(n / 9)],
    ['sources with numbers', (n) => `E: x\n${'> 1 | a\n'.repeat(n / 8)}`],
    ['recursion, outermost first', (n) => '  File "/a.py", line 3, in f\n'.repeat(n / 29)],
  ]
  it.each(shapes)('%s', (name, make) => {
    // Quadratic time would exceed the test's timeout.
    for (const size of process.env.BUGLE_LONG === '1' ? [300_000, 4_800_000] : [600_000]) {
      const text = make(size)
      const start = performance.now()
      const stack = parseStack(text)
      if (process.env.BUGLE_LONG)
        console.log(`${name}, ${size / 1000} kB: ${(performance.now() - start).toFixed(1)} ms`)
      expect(stack.frames.length).toBeLessThanOrEqual(250)
    }
  })
})
