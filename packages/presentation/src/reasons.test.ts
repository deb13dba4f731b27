import { expect, it } from 'vitest'
import { reasonTitle } from './reason-title.ts'
import { countMinified, placeReasons, type Reason } from './reasons.ts'
import type { EventView } from './types.ts'

const reason = (code: string, sentence: string, command?: string): Reason => ({
  ...{ code, sentence },
  ...(command === undefined ? {} : { command }),
})
const unresolved = (of: Reason) => ({ in_app: true, symbolication: { state: 'unresolved', reason: of } })
const resolved = { in_app: true, symbolication: { state: 'resolved', file: 'a.ts' } }
const eventOf = (...stacks: object[][]) =>
  ({ exceptions: stacks.map((frames) => ({ frames })) }) as unknown as EventView

const upload = 'bugle sourcemaps upload DIR'
const [app, vendor] = ['app.js', 'vendor.js'].map((file) => reason('no_map', `No map for ${file}.`, upload))
const noText = reason('no_source_text', 'No text.', upload)
const native = reason('no_position', 'No position.')
const bundlers = reason('position_outside', 'Made by the bundler.')

it('shows a reason of several frames once, over all causes, with each different sentence', () => {
  const lone = { in_app: true, symbolication: { state: 'resolved', file: 'b.ts', reason: noText } }
  const frames = [unresolved(app!), unresolved(app!), lone]
  const { above, atFrame } = placeReasons(eventOf(frames, [unresolved(vendor!)]))
  expect(above).toEqual([{ code: 'no_map', reasons: [app, vendor], frames: 3 }])
  expect(frames.map((frame) => atFrame(frame as never))).toEqual([undefined, undefined, noText])
})

it('leaves out what nothing fixes', () => {
  const event = eventOf([unresolved(native), unresolved(native), unresolved(bundlers), unresolved(app!), resolved])
  const { above, atFrame } = placeReasons(event)
  expect(above).toEqual([])
  expect(event.exceptions[0]!.frames.map(atFrame)).toEqual([undefined, undefined, undefined, app, undefined])
  expect(countMinified(event)).toEqual({ minified: 1, all: 2 })
})

it('has a name for codes of a newer server', () => {
  expect(reasonTitle('no_map')).toBe('No source map')
  expect(reasonTitle('unheard_of')).toBe('Not resolved')
})
