import { translateEvent } from '@bugle/sentry-event'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import { groupingInputOf } from './grouping-input.ts'

const texts = fc.constantFrom('a', 'b', 'a:1', '1', 'ab', 'a\n')
const numbers = fc.constantFrom(1, 2, 11)
const frame = fc.record(
  { function: texts, filename: texts, module: texts, lineno: numbers, colno: numbers, in_app: fc.boolean() },
  { requiredKeys: ['filename', 'in_app'] },
)
const stack = fc.array(frame, { minLength: 1, maxLength: 2 })

const inputOf = (frames: unknown[]) =>
  groupingInputOf(
    translateEvent(
      { platform: 'go', exception: { values: [{ type: 'E', value: 'v', stacktrace: { frames } }] } },
      { appId: 'x' },
    ),
  )

it('remembers two Sentry stacks under one signature only if their frames are equal', () => {
  fc.assert(
    fc.property(stack, stack, (one, other) => {
      const [a, b] = [inputOf(one), inputOf(other)]
      expect(a.signature === b.signature).toBe(JSON.stringify(a.stack) === JSON.stringify(b.stack))
    }),
    { numRuns: fuzzRuns(2000) },
  )
})

it('remembers two Sentry errors under one signature only if their nearest causes say the same', () => {
  const signatureOf = (cause: string) =>
    groupingInputOf(
      translateEvent(
        {
          platform: 'node',
          exception: {
            values: [
              { type: 'Error', value: cause },
              { type: 'AggregateError', value: '', stacktrace: { frames: [{ filename: 'node:net', in_app: false }] } },
            ],
          },
        },
        { appId: 'x' },
      ),
    ).signature
  expect(signatureOf('socket hang up')).not.toBe(signatureOf('deadlock detected'))
})
