import type { Schemas } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { toIssueMarkdown, toStackText } from './issue-text.ts'

const issue = {
  type: 'TypeError',
  message: 'x is not a *function*',
  short_id: 'SHOP-1',
  level: 'error',
  count: 3,
  users: 2,
  first_seen: '2026-11-01T00:00:00Z',
  last_seen: '2026-11-02T00:00:00Z',
  first_release: null,
  last_release: '1.0',
} as Schemas['Issue']

const event = {
  id: 'evt_1',
  occurred_at: '2026-11-02T00:00:00Z',
  platform: 'web',
  environment: 'production',
  tags: { plan: 'gold' },
  breadcrumbs: [{ category: 'ui', message: 'click `Pay`', ts: Date.parse('2026-11-01T23:59:58Z') }],
  exceptions: [
    {
      exception_type: 'TypeError',
      message: 'x',
      stack: null,
      frames: [
        { function: 'pay', file: 'cart.ts', line: 3, column: 7, in_app: true },
        { function: 'run', file: 'node_modules/a/b.js', line: 1, in_app: false },
      ],
    },
  ],
} as unknown as Schemas['EventView']

it('describes the error, the users, your frames and the breadcrumbs', () => {
  const text = toIssueMarkdown(issue, event, 'https://bugle.example/issues/iss_1')
  expect(text).toContain('## TypeError: x is not a \\*function\\*')
  expect(text).toContain('[SHOP-1](https://bugle.example/issues/iss_1) · error · 3 events · 2 users')
  expect(text).toContain('at pay (cart.ts:3:7)')
  expect(text).not.toContain('node_modules')
  expect(text).toContain('- -2.0 s `ui` `` click `Pay` ``')
  expect(text).toContain('- `plan` `gold`')
})

it('shows the source of the first call that has it', () => {
  const frame = {
    ...event.exceptions[0]!.frames[0]!,
    pre_context: ['function pay(cart) {'],
    context_line: '\treturn cart.total',
    post_context: ['}'],
  }
  const known = { ...event, exceptions: [{ ...event.exceptions[0]!, frames: [frame, frame] }] }
  expect(toIssueMarkdown(issue, known, 'x')).toContain(
    ['at pay (cart.ts:3:7)', '    2 function pay(cart) {', '  > 3   return cart.total', '    4 }', 'at pay'].join('\n'),
  )
})

it('stays below 8 kB and cannot be broken out of', () => {
  const long = { ...event, tags: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'v'.repeat(200)])) }
  expect(new TextEncoder().encode(toIssueMarkdown(issue, long, 'x')).length).toBeLessThanOrEqual(8192)
  const fence = { ...event, exceptions: [{ ...event.exceptions[0]!, frames: [], stack: '```\n# out' }] }
  expect(toIssueMarkdown(issue, fence, 'x')).toContain('````\n```\n# out\n````')
})

it('is a stack trace as plain text', () => {
  expect(toStackText(event)).toBe('TypeError: x\n    at pay (cart.ts:3:7)\n    at run (node_modules/a/b.js:1)')
})

it('indents the members of a group below it, and their causes', () => {
  const one = (exception_type: string, position: object = {}) => ({
    exception_type,
    message: 'm',
    frames: [],
    stack: null,
    ...position,
  })
  const exceptions = [
    one('Group'),
    one('First', { parent: 0, relation: 'member' }),
    one('Why', { parent: 1, relation: 'cause' }),
    one('Second', { parent: 0, relation: 'member' }),
  ]
  const lines = toStackText({ ...event, exceptions } as typeof event).split('\n')
  expect(lines.filter((line) => line !== '')).toEqual([
    'Group: m',
    '  Member 1: First: m',
    '  Caused by: Why: m',
    '  Member 2: Second: m',
  ])
})
