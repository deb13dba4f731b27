import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../scripts/fuzz-runs.mjs'
import { anyCharacter } from '../../../../scripts/fuzz-text.mjs'
import { levels, platforms } from './enums.ts'
import {
  formatIssueQuery,
  issueFacts,
  issueParts,
  parseIssueQuery,
  type QueryTerm,
  queryTerm,
  tagKey,
  timeOperators,
} from './issue-query.ts'

const termsOf = (text: string) => {
  const parsed = parseIssueQuery(text)
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.errors)}`)
  return parsed.terms
}
const is = (condition: object) => ({ ...condition, not: false })
const not = (condition: object) => ({ ...condition, not: true })

describe('parses a query as', () => {
  const cases: [text: string, terms: object[]][] = [
    ['', []],
    ['  \t\n ', []],
    ['card declined', [is({ key: 'text', value: 'card' }), is({ key: 'text', value: 'declined' })]],
    ['"card declined"', [is({ key: 'text', value: 'card declined' })]],
    ['!timeout', [not({ key: 'text', value: 'timeout' })]],
    ['!"time out"', [not({ key: 'text', value: 'time out' })]],
    ['"say \\"hi\\" \\\\ \\n"', [is({ key: 'text', value: 'say "hi" \\ \\n' })]],
    // No special characters of patterns apply.
    ['100% _ * ? .* \\', ['100%', '_', '*', '?', '.*', '\\'].map((value) => is({ key: 'text', value }))],
    ['!', [is({ key: 'text', value: '!' })]],
    ['!!x', [not({ key: 'text', value: '!x' })]],
    ['it"s', [is({ key: 'text', value: 'it"s' })]],
    ['TypeError: x', [is({ key: 'text', value: 'TypeError:' }), is({ key: 'text', value: 'x' })]],
    ['https://a.example/b', [is({ key: 'text', value: 'https://a.example/b' })]],
    ['std::bad_alloc', [is({ key: 'text', value: 'std::bad_alloc' })]],
    ['file.js:12', [is({ key: 'text', value: 'file.js:12' })]],
    ['is:unresolved IS:Regressed', [is({ key: 'is', value: 'unresolved' }), is({ key: 'is', value: 'regressed' })]],
    ['!level:info', [not({ key: 'level', value: 'info' })]],
    ['platform:ios', [is({ key: 'platform', value: 'ios' })]],
    ['release:"1.0 (45)"', [is({ key: 'release', value: '1.0 (45)' })]],
    ['release:a:b', [is({ key: 'release', value: 'a:b' })]],
    ['environment:Production', [is({ key: 'environment', value: 'Production' })]],
    ['user:u-1', [is({ key: 'user', value: 'u-1' })]],
    ['tag.Plan:gold', [is({ key: 'tag', name: 'Plan', value: 'gold' })]],
    ['!tag."my plan":"x y"', [not({ key: 'tag', name: 'my plan', value: 'x y' })]],
    ['tag.a:b:c', [is({ key: 'tag', name: 'a', value: 'b:c' })]],
    ['has:release', [is({ key: 'has', value: 'release' })]],
    ['!has:tag.plan', [not({ key: 'has', value: 'tag', name: 'plan' })]],
    ['assigned:me', [is({ key: 'assigned', value: 'me' })]],
    ['first-seen:>-7d', [is({ key: 'first-seen', operator: '>', time: { agoMs: 604_800_000 } })]],
    ['last-seen:<=2026-11-20', [is({ key: 'last-seen', operator: '<=', time: { at: '2026-11-20T00:00:00.000Z' } })]],
    [
      'last-seen:<2026-11-20T09:30+01:00',
      [is({ key: 'last-seen', operator: '<', time: { at: '2026-11-20T08:30:00.000Z' } })],
    ],
  ]
  it.each(cases)('%j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })
})

describe('reports mistakes with their range', () => {
  /** The carets mark the reported range. */
  const cases: [text: string, range: string, words: RegExp][] = [
    ['"open', '^^^^^', /not closed/],
    ['a "" b', '  ^^', /nothing between/],
    ['"a"b', '   ^', /space belongs/],
    ['release:"a"b', '           ^', /space belongs/],
    ['x enviroment:prod', '  ^^^^^^^^^^', /“enviroment” is no key/],
    ['!colour:red', ' ^^^^^^', /is no key/],
    ['is:open', '   ^^^^', /takes unresolved/],
    ['level:debug', '      ^^^^^', /takes fatal/],
    ['platform:beos', '         ^^^^', /takes ios/],
    ['assigned:ann', '         ^^^', /takes me/],
    ['has:luck', '    ^^^^', /takes assignee/],
    ['release:', '        ', /needs a value/],
    ['release: 1', '        ', /needs a value/],
    ['tag.:x', '^^^^', /tag\.KEY:value/],
    ['tag.plan', '^^^^^^^^', /tag\.KEY:value/],
    ['has:tag.', '        ', /which tag/],
    ['first-seen:7d', '           ^^', /Write a time/],
    ['first-seen:>7d', '           ^^^', /Write a time/],
    ['first-seen:>2026-02-31', '           ^^^^^^^^^^^', /Write a time/],
    ['first-seen:>2026-13-01', '           ^^^^^^^^^^^', /Write a time/],
    ['first-seen:>-9999999w', '           ^^^^^^^^^^', /Write a time/],
    ['a\0b', ' ^', /U\+0000/],
  ]
  it.each(cases)('%j', (text, range, words) => {
    const parsed = parseIssueQuery(text)
    expect(parsed).toMatchObject({ ok: false, errors: [{ message: expect.stringMatching(words) }] })
    if (parsed.ok) return
    const { from, to } = parsed.errors[0]!
    expect(' '.repeat(from) + '^'.repeat(to - from)).toBe(range)
  })

  it('reports every mistake, not only the first', () => {
    const parsed = parseIssueQuery('is:open fine level:x "a"b tail "never closed')
    expect(parsed.ok ? 0 : parsed.errors.map(({ from }) => from)).toEqual([3, 19, 24, 31])
  })

  it('refuses queries that are too long or have too many terms', () => {
    expect(parseIssueQuery('a'.repeat(1000)).ok).toBe(true)
    expect(parseIssueQuery('a'.repeat(1001)).ok).toBe(false)
    expect(parseIssueQuery('a '.repeat(30)).ok).toBe(true)
    expect(parseIssueQuery('a '.repeat(31)).ok).toBe(false)
    expect(parseIssueQuery(`release:${'r'.repeat(201)}`).ok).toBe(false)
  })
})

describe('any input', () => {
  const alphabet = [
    ...'ab!":\\ \t<>=-.7d%_*',
    'tag.',
    'is:',
    'has:',
    'release:',
    'first-seen:',
    'unresolved',
    '\0',
    '😀',
    '\ud800',
  ]
  const typed = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 40 }).map((parts) => parts.join('')),
  )

  it('gives terms that survive formatting, or mistakes within the text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseIssueQuery(text)
        if (parsed.ok) {
          expect(termsOf(formatIssueQuery(parsed.terms))).toEqual(parsed.terms)
          return
        }
        expect(parsed.errors.length).toBeGreaterThan(0)
        for (const { from, to, message } of parsed.errors) {
          expect(0 <= from && from <= to && to <= text.length).toBe(true)
          expect(message).not.toBe('')
        }
      }),
      { numRuns: fuzzRuns(5000) },
    )
  })

  const word = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\0'))
  const minutes = fc.integer({ min: 1, max: 5_000_000 })
  const condition = fc.oneof(
    fc.record({ key: fc.constant('text'), value: word }),
    fc.record({ key: fc.constant('is'), value: fc.constantFrom(...issueFacts) }),
    fc.record({ key: fc.constant('level'), value: fc.constantFrom(...levels) }),
    fc.record({ key: fc.constant('platform'), value: fc.constantFrom(...platforms) }),
    fc.record({ key: fc.constantFrom('environment', 'release', 'user'), value: word }),
    fc.record({ key: fc.constant('assigned'), value: fc.constantFrom('me', 'none', 'ann@example.com') }),
    fc.record({ key: fc.constant('tag'), name: word, value: word }),
    fc.record({ key: fc.constant('has'), value: fc.constantFrom(...issueParts) }),
    fc.record({ key: fc.constant('has'), value: fc.constant('tag'), name: word }),
    fc.record({
      key: fc.constantFrom('first-seen', 'last-seen'),
      operator: fc.constantFrom(...timeOperators),
      time: fc.oneof(
        minutes.map((n) => ({ agoMs: n * 60_000 })),
        fc
          .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
          .map((at) => ({ at: at.toISOString() })),
      ),
    }),
  )
  const term = fc.tuple(condition, fc.boolean()).map(([said, negated]) => ({ ...said, not: negated }) as QueryTerm)

  it('parses formatted terms to the same terms', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
        fc.pre(formatIssueQuery(terms).length <= 1000)
        expect(termsOf(formatIssueQuery(terms))).toEqual(terms)
      }),
    )
  })
})

it.each([
  ['plan', 'gold'],
  ['my key', 'two words'],
  ['a:b', 'c:d'],
  ['quote"', 'back\\slash "x"'],
  ['path', '/checkout/:step?x=1'],
  ['dash', '-1'],
  ['größe', 'groß'],
  ['script', '<b>&amp;'],
])('a term written for the tag %s with the value %s reads as that tag', (name, value) => {
  expect(termsOf(queryTerm(tagKey(name), value))).toEqual([is({ key: 'tag', name, value })])
})
