import type { IngestEvent } from '@bugle/protocol'
import { type EventWithFacts, translateEvent } from '@bugle/sentry-event'
import { describe, expect, it } from 'vitest'
import { canonical, groupingOf } from '../../grouping/index.ts'
import { groupingInputOf } from './grouping-input.ts'

// One error is one issue, whether its stack comes as the text of the engine or as the frames of a Sentry SDK.

const groupOf = (event: EventWithFacts) => canonical(groupingOf(groupingInputOf(event)))
const native = (fields: Partial<IngestEvent>): IngestEvent => ({
  exception_type: 'TypeError',
  message: 'x',
  platform: 'node',
  app_id: 'a',
  ...fields,
})
const sentry = (sent: Record<string, unknown>) => translateEvent(sent, { appId: 'a' })
const one = (exception: Record<string, unknown>, frames: Record<string, unknown>[]) => ({
  values: [{ value: 'x', ...exception, stacktrace: { frames } }],
})

const cases: [name: string, text: IngestEvent, sent: Record<string, unknown>][] = [
  [
    'Node',
    native({
      stack:
        'TypeError: x\n    at total (/srv/shop/cart.js:3:9)\n    at Object.<anonymous> (/srv/shop/main.js:7:1)\n    at Module._compile (node:internal/modules/cjs/loader:1554:14)',
    }),
    {
      platform: 'node',
      exception: one({ type: 'TypeError' }, [
        {
          function: 'Module._compile',
          filename: 'node:internal/modules/cjs/loader',
          lineno: 1554,
          colno: 14,
          in_app: false,
        },
        {
          function: 'Object.<anonymous>',
          module: 'main',
          filename: '/srv/shop/main.js',
          lineno: 7,
          colno: 1,
          in_app: true,
        },
        { function: 'total', module: 'cart', filename: '/srv/shop/cart.js', lineno: 3, colno: 9, in_app: true },
      ]),
    },
  ],
  [
    'browsers',
    native({
      platform: 'web',
      stack:
        'TypeError: x\n    at applyDiscount (https://shop.example/src/cart.js:3:9)\n    at HTMLButtonElement.<anonymous> (https://shop.example/src/main.js:7:1)',
    }),
    {
      platform: 'javascript',
      sdk: { name: 'sentry.javascript.browser' },
      exception: one({ type: 'TypeError' }, [
        {
          function: 'HTMLButtonElement.<anonymous>',
          filename: 'https://shop.example/src/main.js',
          lineno: 7,
          colno: 1,
          in_app: true,
        },
        { function: 'applyDiscount', filename: 'https://shop.example/src/cart.js', lineno: 3, colno: 9, in_app: true },
      ]),
    },
  ],
  [
    'calls of the engine and of modules, as browsers and Node have them',
    native({
      stack:
        'TypeError: x\n    at each (/srv/shop/cart.js:3:9)\n    at Array.map (<anonymous>)\n    at Object.<anonymous> (/srv/shop/main.js:7:1)',
    }),
    {
      platform: 'node',
      exception: one({ type: 'TypeError' }, [
        { function: 'Object.?', filename: '/srv/shop/main.js', lineno: 7, colno: 1, in_app: true },
        { function: 'Array.map', filename: '<anonymous>', in_app: true },
        { function: 'each', filename: '/srv/shop/cart.js', lineno: 3, colno: 9, in_app: true },
      ]),
    },
  ],
  [
    'packages on Windows, which the SDK of Node takes for own code',
    native({
      stack:
        'TypeError: x\n    at total (C:\\shop\\cart.js:3:9)\n    at next (C:\\shop\\node_modules\\express\\router.js:9:1)',
    }),
    {
      platform: 'node',
      exception: one({ type: 'TypeError' }, [
        { function: 'next', filename: 'C:\\shop\\node_modules\\express\\router.js', lineno: 9, colno: 1, in_app: true },
        { function: 'total', filename: 'C:\\shop\\cart.js', lineno: 3, colno: 9, in_app: true },
      ]),
    },
  ],
  [
    'Python',
    native({
      exception_type: 'KeyError',
      platform: 'python',
      stack:
        'Traceback (most recent call last):\n  File "/srv/shop/main.py", line 3, in <module>\n    pay({})\n  File "/srv/shop/cart.py", line 12, in pay\n    return cart["total"]\nKeyError: x',
    }),
    {
      platform: 'python',
      exception: one({ type: 'KeyError', module: null }, [
        {
          function: '<module>',
          module: '__main__',
          filename: 'main.py',
          abs_path: '/srv/shop/main.py',
          lineno: 3,
          in_app: true,
        },
        {
          function: 'pay',
          module: 'shop.cart',
          filename: 'cart.py',
          abs_path: '/srv/shop/cart.py',
          lineno: 12,
          in_app: true,
        },
      ]),
    },
  ],
  [
    'Java',
    native({
      exception_type: 'com.example.StockError',
      platform: 'java',
      stack:
        'com.example.StockError: x\n\tat com.example.Shop.reserve(Shop.java:12)\n\tat com.example.Shop.main(Shop.java:4)\n\tat java.base/java.lang.Thread.run(Thread.java:840)',
    }),
    {
      platform: 'java',
      exception: one({ type: 'StockError', module: 'com.example' }, [
        { function: 'run', module: 'java.lang.Thread', filename: 'Thread.java', lineno: 840 },
        { function: 'main', module: 'com.example.Shop', filename: 'Shop.java', lineno: 4 },
        { function: 'reserve', module: 'com.example.Shop', filename: 'Shop.java', lineno: 12 },
      ]),
    },
  ],
  [
    'Ruby',
    native({
      exception_type: 'KeyError',
      platform: 'ruby',
      stack: "/srv/shop/cart.rb:12:in `pay': x (KeyError)\n\tfrom /srv/shop/main.rb:3:in `run'",
    }),
    {
      platform: 'ruby',
      exception: one({ type: 'KeyError' }, [
        { function: 'run', filename: 'main.rb', abs_path: '/srv/shop/main.rb', lineno: 3, in_app: true },
        { function: 'pay', filename: 'cart.rb', abs_path: '/srv/shop/cart.rb', lineno: 12, in_app: true },
      ]),
    },
  ],
]

describe('the same error by text and by Sentry frames', () => {
  it.each(cases)('is one issue: %s', (_name, text, sent) =>
    expect(groupOf(sentry(sent))).toBe(groupOf({ event: text })),
  )
})

it('groups a message by its template', () => {
  const message = (params: unknown[]) => groupOf(sentry({ logentry: { message: 'mail to %s failed', params } }))
  expect(message(['ann'])).toBe(message(['somebody else']))
  expect(message(['ann'])).not.toBe(groupOf(sentry({ message: 'mail to ann failed' })))
})
