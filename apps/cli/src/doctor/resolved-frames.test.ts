import type { Schemas } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { reasonsOf, resolvedFrame } from './resolved-frames.ts'

const reason = (code: string) => ({ code, sentence: `${code}.` })
const eventOf = (...frames: object[]) =>
  ({
    exceptions: [{ frames: frames.map((symbolication) => ({ in_app: true, symbolication })) }],
  }) as unknown as Schemas['EventView']
const own = { state: 'resolved', file: 'a.ts', in_app: true }

it('takes no frame for a proof whose map may be of another build', () => {
  const doubted = eventOf({ ...own, reason: reason('map_unsure') })
  expect(resolvedFrame(doubted)).toBeUndefined()
  expect(reasonsOf(doubted)).toEqual([reason('map_unsure')])
  const withoutText = eventOf({ ...own, reason: reason('no_source_text') })
  expect(resolvedFrame(withoutText)).toBeDefined()
  expect(reasonsOf(withoutText)).toEqual([])
})

it('names each reason of a stack once', () => {
  const unresolved = { state: 'unresolved', reason: reason('no_debug_id') }
  expect(reasonsOf(eventOf(unresolved, unresolved, own))).toEqual([reason('no_debug_id')])
})
