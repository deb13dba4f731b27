import type { Schemas } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { toRawStackText, toStackText } from './issue-text.ts'
import { hasOriginals, withOriginals } from './originals.ts'

const minified = {
  function: 't',
  module: 'app',
  file: 'app-9f3c.js',
  line: 1,
  column: 4711,
  raw: 't@app',
  in_app: true,
}
const original = { file: 'node_modules/pay/pay.ts', line: 3, column: 5, in_app: false, context_line: 'throw 1' }

function eventOf(...frames: object[]): Schemas['EventView'] {
  const exceptions = [{ exception_type: 'Error', message: 'x', stack: 'Error: x\n  t@app-9f3c.js', frames }]
  return { exceptions } as unknown as Schemas['EventView']
}
const resolved = (more: object) => ({
  ...minified,
  symbolication: { state: 'resolved', by: 'url', artifact_id: 1, ...original, ...more },
})

it('shows the original of a frame, whose code it is, and keeps the minified one', () => {
  const [frame] = withOriginals(eventOf(resolved({ function: 'pay' }))).exceptions[0]!.frames
  expect(frame).toMatchObject({ ...original, function: 'pay', generated: minified })
  expect(frame).not.toHaveProperty('module')
})

it('takes no minified name for a function without one', () => {
  const event = withOriginals(eventOf(resolved({ function: '<anonymous>' })))
  expect(toStackText(event)).toBe('Error: x\n    at (anonymous) (node_modules/pay/pay.ts:3:5)')
  expect(toRawStackText(event)).toBe('Error: x\n  t@app-9f3c.js')
})

it('leaves unresolved frames as they are', () => {
  const event = eventOf(minified, { ...minified, symbolication: { state: 'unresolved' } })
  expect(withOriginals(event)).toEqual(event)
  expect(hasOriginals(event)).toBe(false)
  expect(hasOriginals(eventOf(minified, resolved({})))).toBe(true)
})
