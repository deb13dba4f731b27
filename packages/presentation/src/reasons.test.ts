import { explainReason, type Reason as KnownReason, reasonCodes } from '@bugle/symbols/reason'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setTranslations } from './i18n.ts'
import { labels as german } from './labels/de.ts'
import { reasonText } from './reason-text.ts'
import { reasonTitle } from './reason-title.ts'
import { countMinified, placeReasons, type Reason } from './reasons.ts'
import type { EventView } from './types.ts'

const reason = (code: string, sentence: string, command?: string): Reason => ({
  code,
  sentence,
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

describe('the sentence of a reason', () => {
  const samples: KnownReason[] = [
    { code: 'no_map', tried: [] },
    { code: 'no_map', tried: ['~/app.js', 'https://shop.example/app.js'] },
    { code: 'wrong_release', file: '~/app.js', release: '1.4', found: ['1.3'] },
    { code: 'wrong_release', file: '~/app.js', found: ['1.3'] },
    { code: 'dist_differs', file: '~/app.js', dist: '7', found: ['8'] },
    { code: 'debug_id_unknown', debug_id: '85314830-023f-4cf1-a267-535f4e37bb17' },
    { code: 'no_debug_id', debug_id: '85314830-023f-4cf1-a267-535f4e37bb17' },
    { code: 'map_missing_for_file', file: '~/app.js', map: 'app.js.map' },
    { code: 'map_broken', detail: 'version 3 expected' },
    { code: 'map_broken', detail: 'it has no class', byte: 7, what: 'mapping' },
    { code: 'position_outside', line: 9, column: 4, last_line: 3, cause: 'after_last_line' },
    { code: 'position_outside', line: 9, column: 4, last_line: 11, cause: 'not_on_line' },
    { code: 'position_outside', line: 9, column: 4, last_line: 11, cause: 'made_by_bundler' },
    { code: 'no_map', tried: ['~/srv/app.js'], near: ['~/app.js'], prefix: '~/srv/' },
    { code: 'map_of_other_build', file: '~/app.js', checked: 7, at_start: 1 },
    { code: 'map_unsure', file: '~/app.js', checked: 0, at_start: 0 },
    { code: 'map_unsure', file: '~/app.js', checked: 5, at_start: 2 },
    { code: 'hermes_map_not_composed', map: 'metro' },
    { code: 'hermes_map_not_composed', map: 'hermesc' },
    { code: 'no_position' },
    { code: 'no_source_text', source: 'cart.ts' },
    { code: 'ambiguous', found: ['one', 'other'] },
    { code: 'ambiguous', found: ['one', 'other'], what: 'symbol file' },
    { code: 'too_large', limit: 'tokens', maximum: 32_000_000 },
    { code: 'evicted', file: '~/app.js' },
    { code: 'indexing' },
    { code: 'no_debug_file', what: 'obfuscation map', tried: ['release 1.4'] },
    { code: 'address_outside', address: 255 },
    { code: 'ambiguous_method', found: ['Cart.log', 'Cart.trace'] },
    { code: 'failed', step: 'indexing' },
    { code: 'failed', step: 'reading the index' },
  ]
  /** Facts that are words of ours. */
  const words = ['indexing', 'reading the index', 'mapping', 'obfuscation map', 'symbol file']
  /** The reason as the API sends it. */
  const sent = ({ code, ...facts }: KnownReason) => ({
    code,
    facts,
    ...explainReason({ code, ...facts } as KnownReason),
  })

  beforeEach(() => setTranslations('de', german))
  afterEach(() => setTranslations('en'))

  it.each(samples)('is in the language of the reader, with the same facts: $code', async (sample) => {
    const reason = sent(sample)
    const text = reasonText(reason)
    // A slot that stays, and an English word that a whole sentence would not hide.
    expect(text).not.toMatch(/\{\{|undefined|\b(?:the|was|nothing|not set|source map|mapping|symbol file)\b/)
    const facts = Object.values(reason.facts).flat().map(String)
    for (const fact of facts.filter((one) => reason.sentence.includes(one) && !words.includes(one)))
      expect(text).toContain(fact)
    setTranslations('en')
    expect(reasonText(reason)).toBe(reason.sentence)
  })

  it('has an example of every code', () => {
    expect(new Set(samples.map(({ code }) => code))).toEqual(new Set(reasonCodes))
  })

  it('is that of the API for a code of a newer server, and for a server that sends no facts', () => {
    const newer = { code: 'unheard_of', sentence: 'The moon is in the way.', facts: { file: '~/app.js' } }
    expect(reasonText(newer)).toBe(newer.sentence)
    const { code, sentence } = sent({ code: 'no_position' })
    expect(reasonText({ code, sentence })).toBe(sentence)
  })

  it('names facts as they are, whatever they look like', () => {
    const text = reasonText(sent({ code: 'evicted', file: '~/{{nested}}/$t(Close)/<b>.js' }))
    expect(text).toContain('~/{{nested}}/$t(Close)/<b>.js')
  })
})
