import fc from 'fast-check'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import { channelKinds, outcomeOf, type ServiceName } from './index.ts'
import type { ChannelKind, ChannelRequest } from './kind.ts'
import { configs, hostileText, messageOf, requestOf, server } from './samples.ts'

/** All texts of a request as its service reads them. */
function textsOf({ body, headers }: ChannelRequest): string[] {
  if (headers['content-type'] !== 'application/json') return [...new URLSearchParams(body).values()]
  const texts: string[] = []
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts
}

const names = Object.keys(channelKinds)

describe.each(names)('%s', (name) => {
  it('has a configuration that its own schema takes, and refuses what it does not know', () => {
    const { config } = channelKinds[name as ServiceName]
    expect(Schema.Check(config, configs[name as ServiceName])).toBe(true)
    expect(Schema.Check(config, { ...configs[name as ServiceName], other: 1 })).toBe(false)
  })

  it('goes to the address that the channel names', () => {
    const kind = channelKinds[name as ServiceName] as unknown as ChannelKind<object>
    const { url } = requestOf(name, messageOf())
    expect(new URL(url).origin).toBe(new URL(kind.address(configs[name as ServiceName])).origin)
  })

  it('leads nowhere but to this server and mentions nobody, whatever an event says', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (subject, other) => {
        const message = messageOf({
          subject,
          facts: [other, subject],
          items: [{ text: other, url: `${server}/issues/iss_2` }],
          more: 3,
        })
        for (const text of textsOf(requestOf(name, message))) {
          for (const [address] of text.matchAll(/https?:\/\/[^\s)>"|]*/g))
            expect(address.startsWith(server) || address.startsWith('http://adaptivecards.io/')).toBe(true)
          expect(text).not.toMatch(/@(?:everyone|here|channel|all)|<[!@#]|[\u202a-\u202e\u2066-\u2069]/)
        }
      }),
      { numRuns: fuzzRuns(2000, 100) },
    )
  })

  it('is small however much there is to say', () => {
    const long = 'x'.repeat(5000)
    const items = Array.from({ length: 100 }, () => ({ text: long, url: `${server}/issues/iss_2` }))
    const { body } = requestOf(name, messageOf({ title: long, subject: long, facts: [long, long], items, more: 5 }))
    if (name !== 'webhook') expect(Buffer.byteLength(body)).toBeLessThan(28_000)
  })
})

describe('an answer', () => {
  const judge = (status: number, body = '', headers = {}) => outcomeOf(channelKinds.discord, { status, body, headers })

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'broken'],
    [400, 'later'],
    [401, 'broken'],
    [404, 'broken'],
    [410, 'broken'],
    [429, 'later'],
    [500, 'later'],
  ])('of %i means %s', (status, kind) => {
    expect(judge(status)).toMatchObject({ kind })
  })

  it('says how long to wait, in a header or in its body, but not for ever', () => {
    expect(judge(429, '', { 'retry-after': '7' })).toMatchObject({ afterMs: 7000 })
    expect(judge(429, '{"retry_after": 0.25}')).toMatchObject({ afterMs: 250 })
    expect(judge(429, '', { 'retry-after': '999999' })).toMatchObject({ afterMs: 3_600_000 })
    expect(judge(429, '', { 'retry-after': 'soon' })).toMatchObject({ afterMs: undefined })
  })
})

describe('a message that can be edited', () => {
  const answers: [ServiceName, body: object, reference: string, where: RegExp][] = [
    ['discord', { id: '987654321987654321' }, '987654321987654321', /\/secret\/messages\/987654321987654321$/],
    ['telegram', { ok: true, result: { message_id: 7 } }, '7', /\/editMessageText$/],
    ['matrix', { event_id: '$abc' }, '$abc', /\/send\/m\.room\.message\//],
  ]

  it.each(answers)('of %s is named by the answer of its service', (name, answer, reference, where) => {
    const { edits } = channelKinds[name] as unknown as ChannelKind<object>
    expect(edits!.reference({ status: 200, headers: {}, body: JSON.stringify(answer) })).toBe(reference)
    expect(edits!.reference({ status: 200, headers: {}, body: 'none' })).toBeUndefined()
    const { url, body } = edits!.request(configs[name], messageOf(), reference)
    expect(url).toMatch(where)
    if (name !== 'discord') expect(body).toContain(reference)
  })

  it('is of these services alone', () => {
    const names = Object.entries(channelKinds).filter(([, kind]) => 'edits' in kind)
    expect(names.map(([name]) => name).sort()).toEqual(['discord', 'matrix', 'telegram'])
  })
})
