import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inKnownForm } from './known-form.ts'
import { readEvent, sentryBytesOf, storedHead } from './stored-form.ts'
import { translateEvent, translatorVersion } from './translate.ts'

const folder = new URL('../../../conformance/sentry/', import.meta.url)

interface Case {
  why: string
  sent: Record<string, unknown>
  event: Record<string, unknown>
  /** Fields that are not understood; none if absent. */
  unread?: string[]
  /** Types that decide about the group, if they are not all. */
  grouped?: string[]
}

const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Case[])

describe('the translation', () => {
  it.each(cases.map((one) => [one.why, one] as const))('%s', (_why, { sent, event, unread = [], grouped }) => {
    const before = structuredClone(sent)
    const { event: translated, facts } = translateEvent(inKnownForm(sent), { appId: 'com.example.shop' })
    expect(translated).toMatchObject(event)
    expect(facts.unread).toEqual(unread)
    expect(sent).toEqual(before)
    if (grouped !== undefined)
      expect(facts.grouping.exceptions.map(({ exception_type }) => exception_type)).toEqual(grouped)
  })

  it('never throws, and always has what an event needs', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean(), fc.double())
    const json = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
      object: fc.dictionary(
        fc.constantFrom(
          ...'exception values type value stacktrace frames function filename lineno vars threads message logentry formatted params tags user id breadcrumbs data timestamp contexts app os request headers level platform fingerprint mechanism exception_id parent_id extra sdk name'.split(
            ' ',
          ),
        ),
        tie('value'),
        { maxKeys: 6 },
      ),
    })).object
    fc.assert(
      fc.property(json, (sent) => {
        const known = inKnownForm(sent as Record<string, unknown>)
        const { event, facts } = translateEvent(known, { appId: 'a' })
        const columns = translateEvent(known, { appId: 'a', isForColumns: true })
        expect([columns.event.message, columns.event.exception_type]).toEqual([event.message, event.exception_type])
        expect(inKnownForm(known)).toEqual(known)
        expect(event.exception_type.length).toBeGreaterThan(0)
        expect([typeof event.message, event.app_id]).toEqual(['string', 'a'])
        for (const tag of Object.values(event.tags ?? {})) expect(typeof tag).not.toBe('object')
        // Whatever says what happened is shown, or named and shown as it came.
        const { sentry: other = {} } = event as { sentry?: Record<string, unknown> }
        for (const name of facts.unread) expect(other[name]).toEqual(known[name])
        const says = ['exception', 'logentry', 'message'].some((name) => saysMore(known[name]))
        if (says) expect([event.message, event.stack, event.exception_type]).not.toEqual(['', undefined, 'Message'])
      }),
    )
  })
})

it.each([{ exception: { values: [], error: false } }, { exception: { values: [null], error: 'no basket' } }])(
  'names an exception whose list is empty and that says something else: %j',
  (sent) => {
    const { event, facts } = translateEvent(inKnownForm(sent), { appId: 'a' })
    expect(facts.unread).toEqual(['exception'])
    expect(event.message).toContain(String(sent.exception.error))
  },
)

/** Whether a value holds any text, number or truth below its names. */
function saysMore(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysMore)
  return value !== null && value !== undefined && value !== ''
}

describe('the stored form', () => {
  const sent = Buffer.from('{"event_id":"x", "message":"hi"}')
  const stored = Buffer.concat([storedHead({ v: translatorVersion, app_id: 'shop', scrubbed: ['user.email'] }), sent])

  it('keeps the bytes, and is read as an event', () => {
    expect(sentryBytesOf(stored)).toEqual(sent)
    const { event, facts } = readEvent(stored)
    expect(event).toMatchObject({ exception_type: 'Message', message: 'hi', app_id: 'shop' })
    expect(facts!.scrubbed).toEqual(['user.email'])
  })

  it('leaves native bodies alone', () => {
    const native = Buffer.from('{"exception_type":"E"}')
    expect(sentryBytesOf(native)).toBe(native)
    expect(readEvent(native)).toEqual({ event: { exception_type: 'E' } })
  })
})
