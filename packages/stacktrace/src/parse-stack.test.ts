import { describe, expect, it } from 'vitest'
import { parseStack } from './index.ts'

describe('V8 stacks', () => {
  const cases: [line: string, frame: object][] = [
    [
      '    at pay (/srv/app/cart.js:10:5)',
      { function: 'pay', file: '/srv/app/cart.js', line: 10, column: 5, in_app: true },
    ],
    ['    at /srv/app/cart.js:10:5', { file: '/srv/app/cart.js', line: 10, column: 5, in_app: true }],
    [
      '    at async Cart.pay (file:///srv/cart.js:1:2)',
      { function: 'Cart.pay', file: 'file:///srv/cart.js', line: 1, column: 2, async: true, in_app: true },
    ],
    [
      '    at new Cart (https://x.io/a.js?v=1:1:2)',
      { function: 'new Cart', file: 'https://x.io/a.js?v=1', line: 1, column: 2, in_app: true },
    ],
    [
      '    at Object.f [as g] (C:\\app\\a.js:1:2)',
      { function: 'Object.f [as g]', file: 'C:\\app\\a.js', line: 1, column: 2, in_app: true },
    ],
    [
      '    at Module._compile (node:internal/modules/cjs/loader:1554:14)',
      { function: 'Module._compile', file: 'node:internal/modules/cjs/loader', line: 1554, column: 14, in_app: false },
    ],
    [
      '    at f (/srv/node_modules/pg/lib/client.js:1:2)',
      { function: 'f', file: '/srv/node_modules/pg/lib/client.js', line: 1, column: 2, in_app: false },
    ],
    [
      '    at Array.map (<anonymous>)',
      { function: 'Array.map', native: true, in_app: false, raw: 'at Array.map (<anonymous>)' },
    ],
    [
      '    at async Promise.all (index 0)',
      { function: 'Promise.all', native: true, async: true, in_app: false, raw: 'at async Promise.all (index 0)' },
    ],
    [
      '    at eval (eval at run (/srv/a.js:3:4), <anonymous>:1:1)',
      { function: 'eval', file: '/srv/a.js', line: 3, column: 4, eval: true, in_app: true },
    ],
    [
      '    at f (/srv/(group)/page.js:7:8)',
      { function: 'f', file: '/srv/(group)/page.js', line: 7, column: 8, in_app: true },
    ],
  ]
  it.each(cases)('%s', (line, frame) => {
    expect(parseStack(`Error: boom\n${line}\n`).frames).toEqual([frame])
  })

  it('takes no line of the message for a frame', () => {
    expect(parseStack('Error: look at this\nat noon we met\n    at f (a.js:1:2)').frames).toHaveLength(1)
  })

  it('reads arrays of lines and of frame objects', () => {
    expect(parseStack(['    at f (a.js:1:2)', { function: 'g', file: 'b.js', line: 3, in_app: false }]).frames).toEqual(
      [
        { function: 'f', file: 'a.js', line: 1, column: 2, in_app: true },
        { function: 'g', file: 'b.js', line: 3, in_app: false },
      ],
    )
  })

  it('keeps at most the frames asked for and says so', () => {
    const stack = parseStack('    at f (a.js:1:2)\n'.repeat(300))
    expect(stack.frames).toHaveLength(250)
    expect(stack.truncated).toBe(true)
  })
})
