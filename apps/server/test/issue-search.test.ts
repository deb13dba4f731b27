import type { Issue, IssuePage } from '@bugle/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../scripts/fuzz-text.mjs'
import { countsMerged, digested, newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const hour = 3_600_000

const ask = (app: Reporter, params: Record<string, string>) =>
  app.session.request('GET', `/api/projects/${app.project.id}/issues?${new URLSearchParams(params)}`)
async function list(app: Reporter, params: Record<string, string>): Promise<IssuePage> {
  const { status, body } = await ask(app, params)
  expect([status, body]).toEqual([200, body])
  return body
}
const titles = ({ issues }: { issues: Issue[] }) => issues.map(({ message }) => message)
const search = async (app: Reporter, query: string) => titles(await list(app, { query })).sort()
const countsOf = ({ issues }: IssuePage) => Object.fromEntries(issues.map(({ message, count }) => [message, count]))

describe('words', async () => {
  const app = await newReporter(server)
  const messages = [
    'Card declined: 100% refused',
    'card_declined again',
    'Ünïcode „Zug“ fährt',
    'C:\\temp\\x',
    'say "hi" now',
  ]
  for (const message of messages) await app.report({ message, exception_type: 'PaymentError' })
  await app.report({ message: 'plain', exception_type: 'TypeError' })
  await digested(server)

  const cases: [query: string, found: string[]][] = [
    ['DECLINED', [messages[0]!, messages[1]!]],
    ['declined card', [messages[0]!, messages[1]!]],
    ['"card declined"', [messages[0]!]],
    ['declined !again', [messages[0]!]],
    ['!PaymentError', ['plain']],
    ['typeerror', ['plain']],
    ['"TypeError plain"', []],
    // Pattern characters of SQL match literally.
    ['%', [messages[0]!]],
    ['_', [messages[1]!]],
    ['0% r', [messages[0]!]],
    ['card%declined', []],
    ['.*', []],
    ['\\temp', [messages[3]!]],
    ['"\\"hi\\""', [messages[4]!]],
    ['„Zug“', [messages[2]!]],
    ["'; drop table issues; --", []],
    ['nowhere', []],
  ]
  it.each(cases)('%s', async (query, found) => {
    expect(await search(app, query)).toEqual([...found].sort())
  })

  it('find an issue by its short id', async () => {
    const [issue] = (await list(app, { query: 'plain' })).issues
    expect(await search(app, issue!.short_id)).toEqual(['plain'])
    expect(await search(app, issue!.short_id.toLowerCase())).toEqual(['plain'])
    expect(await search(app, `!${issue!.short_id}`)).toEqual([...messages].sort())
  })
})

describe('a filter', async () => {
  const app = await newReporter(server)
  const now = Date.now()
  const at = (hoursAgo: number) => ({ timestamp: now - hoursAgo * hour })
  const send = (message: string, change: object) => app.report({ message, ...change })
  await send('both', { environment: 'production', release: '1.0', repeat: 5, ...at(1) })
  await send('both', { environment: 'dev', release: '2.0 (7)', repeat: 2, ...at(30) })
  await send('dev', {
    environment: 'dev',
    platform: 'android',
    repeat: 9,
    user: { id: 'ann' },
    tags: { plan: 'gold', 'a b': 'x y' },
    ...at(50),
  })
  const page = { browser: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } }
  await send('prod', {
    level: 'info',
    platform: 'web',
    user: { id: 'bob' },
    tags: { plan: 'free' },
    contexts: page,
    ...at(3),
  })
  // One group on two platforms.
  await send('two', { fingerprint: ['two'], platform: 'ios', repeat: 3, ...at(2) })
  await send('two', { fingerprint: ['two'], platform: 'android', repeat: 4, ...at(2) })
  await countsMerged(server)
  const all = ['both', 'dev', 'prod', 'two']

  const cases: [query: string, found: Record<string, number>][] = [
    ['', { both: 7, dev: 9, prod: 1, two: 7 }],
    ['environment:production', { both: 5, prod: 1, two: 7 }],
    ['environment:dev', { both: 2, dev: 9 }],
    ['!environment:dev', { both: 5, prod: 1, two: 7 }],
    ['environment:dev environment:production', { both: 7, dev: 9, prod: 1, two: 7 }],
    ['environment:nowhere', {}],
    ['environment:Dev', {}],
    ['release:1.0', { both: 5 }],
    ['release:"2.0 (7)"', { both: 2 }],
    ['release:1.0 environment:dev', {}],
    ['has:release', { both: 7 }],
    ['!has:release', { dev: 9, prod: 1, two: 7 }],
    ['platform:android', { dev: 9, two: 4 }],
    ['platform:ios', { both: 7, two: 3 }],
    ['!platform:android', { both: 7, prod: 1, two: 3 }],
    ['level:info', { prod: 1 }],
    ['level:info level:error dev', { dev: 9 }],
    ['user:ann', { dev: 9 }],
    ['!user:ann', { both: 7, prod: 1, two: 7 }],
    ['has:user', { dev: 9, prod: 1 }],
    ['tag.plan:gold', { dev: 9 }],
    ['tag.browser:"Firefox 140.0"', { prod: 1 }],
    ['has:tag.os', { prod: 1 }],
    ['tag.plan:gold tag.plan:free', { dev: 9, prod: 1 }],
    ['tag."a b":"x y"', { dev: 9 }],
    ['has:tag.plan', { dev: 9, prod: 1 }],
    ['!has:tag.plan', { both: 7, two: 7 }],
    ['first-seen:<-48h', { dev: 9 }],
    ['last-seen:>-4h first-seen:>-4h', { prod: 1, two: 7 }],
    [`last-seen:<${new Date(now - 40 * hour).toISOString()}`, { dev: 9 }],
    ['is:new', { prod: 1, two: 7 }],
    ['is:ongoing', { both: 7, dev: 9 }],
    ['is:regressed', {}],
    ['is:unassigned', { both: 7, dev: 9, prod: 1, two: 7 }],
    ['assigned:none dev', { dev: 9 }],
    ['assigned:me', {}],
    ['is:resolved', {}],
    ['environment:dev tag.plan:gold', { dev: 9 }],
  ]
  it.each(cases)('%s', async (query, found) => {
    const page = await list(app, { query })
    expect(countsOf(page)).toEqual(found)
    const isInexact = /^user:|!tag\.|\w tag\.plan:gold$/.test(query)
    expect(page.counts.exact).toBe(!isInexact)
    expect(page.counts.since === null).toBe(!query.startsWith('user:'))
  })

  it('of a window counts whole hours, and returns them', async () => {
    const from = new Date(now - 29 * hour).toISOString()
    const page = await list(app, { from })
    expect(countsOf(page)).toEqual({ both: 5, prod: 1, two: 7 })
    expect(page.counts).toEqual({ exact: true, since: null, from: `${from.slice(0, 13)}:00:00.000Z`, to: null })
    const older = await list(app, { to: from })
    expect(countsOf(older)).toEqual({ both: 2, dev: 9 })
    expect(Date.parse(older.counts.to!) % hour).toBe(0)
  })

  it('by parameters equals that by terms, and narrows them', async () => {
    expect(countsOf(await list(app, { environment: 'dev' }))).toEqual({ both: 2, dev: 9 })
    expect(countsOf(await list(app, { release: '2.0 (7)', environment: 'dev' }))).toEqual({ both: 2 })
    expect(countsOf(await list(app, { platform: 'android', query: 'two' }))).toEqual({ two: 4 })
    expect(countsOf(await list(app, { environment: 'dev', query: 'environment:production' }))).toEqual({})
    expect(countsOf(await list(app, { level: 'info' }))).toEqual({ prod: 1 })
    expect(titles(await list(app, { assignee: 'none' })).sort()).toEqual(all)
  })

  it('sorts by the matching events', async () => {
    const order = async (sort: string, rest = {}) => titles(await list(app, { sort, ...rest }))
    expect(await order('last_seen')).toEqual(['both', 'two', 'prod', 'dev'])
    expect((await order('first_seen')).slice(-2)).toEqual(['both', 'dev'])
    expect((await order('events'))[0]).toBe('dev')
    // `count` is an older spelling.
    for (const most of ['events', 'count'])
      expect(await order(most, { environment: 'production' })).toEqual(['two', 'both', 'prod'])
    expect(await order('last_seen', { environment: 'dev' })).toEqual(['both', 'dev'])
    expect((await order('users')).slice(0, 2)).toEqual(['prod', 'dev'])
  })

  it('counts the statuses of matching issues, whatever status is listed', async () => {
    const other = await newReporter(server)
    const ids: string[] = []
    for (const message of ['a', 'b', 'c']) ids.push((await other.report({ message, environment: message })).issue_id)
    await digested(server)
    const id = (await other.readIssue(ids[0]!)).id
    const me = (await other.session.me()).id
    await other.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'resolved', assignee_id: me } })
    const counts = async (params: Record<string, string>) => (await list(other, params)).status_counts
    const none = { unresolved: 0, snoozed: 0, resolved: 0, ignored: 0 }
    expect(await counts({ query: 'TypeError' })).toEqual({ ...none, unresolved: 2, resolved: 1 })
    expect(await counts({ environment: 'a' })).toEqual({ ...none, resolved: 1 })
    expect(await counts({ environment: 'b', status: 'resolved' })).toEqual({ ...none, unresolved: 1 })
    for (const query of [
      'is:resolved',
      'assigned:me is:resolved',
      `assigned:${me} is:assigned !is:unresolved`,
      '!assigned:none !is:ignored',
    ])
      expect(titles(await list(other, { query }))).toEqual(['a'])
    expect(
      titles(await list(other, { query: `assigned:${other.session.email.toUpperCase()}`, status: 'all' })),
    ).toEqual(['a'])
    expect(titles(await list(other, { query: '!assigned:me', status: 'all' })).sort()).toEqual(['b', 'c'])
    expect(titles(await list(other, { query: 'is:resolved is:unresolved' })).sort()).toEqual(['a', 'b', 'c'])
    expect(titles(await list(other, { query: 'is:resolved', status: 'unresolved' }))).toEqual([])
  })
})

describe('pages', () => {
  it.each(['events', 'users', 'first_seen', 'last_seen'])(
    'by %s neither skip nor repeat issues while events arrive',
    async (sort) => {
      const app = await newReporter(server)
      const names = [...'abcdefghij']
      for (const [index, message] of names.entries())
        await app.report({ message, repeat: names.length - index, user: { id: message }, environment: 'production' })
      await digested(server)
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page: IssuePage = await list(app, {
          sort,
          environment: 'production',
          limit: '3',
          ...(next && { cursor: next }),
        })
        seen.push(...titles(page))
        next = page.next_cursor
        // An issue that was shown, those that were not, and a new one: all of them move up.
        for (const message of [seen[0]!, ...names, `new ${seen.length}`])
          await app.report({ message, repeat: 50, user: { id: `${message} ${seen.length}` } })
        await digested(server)
      }
      expect([...seen].sort()).toEqual(names)
    },
  )

  it('belong to one user and one search', async () => {
    const app = await newReporter(server)
    for (const message of ['one', 'two']) await app.report({ message })
    await digested(server)
    const params = { sort: 'events', limit: '1' }
    const cursor = (await list(app, params)).next_cursor!
    expect((await list(app, { ...params, cursor })).issues).toHaveLength(1)
    const refused = async (who: Reporter, change: Record<string, string>) => {
      const { status, body } = await ask(who, { ...params, cursor, ...change })
      return [status, (body as unknown as { code: string }).code]
    }
    expect(await refused(app, { sort: 'users' })).toEqual([400, 'invalid_parameter'])
    expect(await refused(app, { environment: 'dev' })).toEqual([400, 'invalid_parameter'])
    expect(await refused(app, { sort: 'last_seen' })).toEqual([400, 'invalid_parameter'])
    expect(await refused(await newReporter(server), {})).toEqual([400, 'invalid_parameter'])
  })
})

describe('mistakes are refused with their position', () => {
  const cases: [params: Record<string, string>, field: string, words: RegExp][] = [
    [{ query: 'fine is:open' }, 'query', /character 9: is: takes unresolved/],
    [{ query: 'enviroment:prod' }, 'query', /“enviroment” is no key/],
    [{ query: '"open' }, 'query', /not closed/],
    [{ query: 'a\0b' }, 'query', /U\+0000/],
    [{ assignee: 'ann' }, 'assignee', /takes me/],
    [{ from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'from', /before/],
  ]
  it.each(cases)('%j', async (params, field, words) => {
    const app = await newReporter(server)
    const { status, body } = await ask(app, params)
    const { code, errors } = body as unknown as { code: string; errors: Record<string, string[]> }
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(errors[field]![0]).toMatch(words)
  })

  it.each([
    'sort=title',
    'platform=beos',
    'level=debug',
    `query=${'a'.repeat(1001)}`,
    'environment=',
    'environment=%00',
    'from=yesterday',
  ])('%s', async (query) => {
    const app = await newReporter(server)
    const { status } = await app.session.request('GET', `/api/issues?${query}`)
    expect(status).toBe(400)
  })
})

describe('for random filters, counts equal those of the events, in one project and in several:', async () => {
  const app = await newReporter(server)
  const other = await app.session.createProject({ name: 'Other' })
  const now = Date.now()
  const choose = fc.record({
    message: fc.constantFrom('one', 'two', 'three'),
    environment: fc.constantFrom('production', 'staging', 'dev'),
    release: fc.constantFrom('1.0', '2.0', '3.0', undefined),
    platform: fc.constantFrom('ios', 'android'),
    repeat: fc.integer({ min: 1, max: 9 }),
    plan: fc.constantFrom('gold', 'free', undefined),
    build: fc.integer({ min: 1, max: 9 }).map(String),
    user: fc.constantFrom('ann', 'bob', undefined),
    hoursAgo: fc.integer({ min: 0, max: 100 }),
    isElsewhere: fc.boolean(),
  })
  const sent = fc.sample(choose, { numRuns: 80, seed: 20_261_121 })
  for (const { isElsewhere, hoursAgo, plan, build, user, ...event } of sent)
    await app.report(
      {
        ...event,
        tags: { build, ...(plan && { plan }) },
        user: user && { id: user },
        fingerprint: [event.message],
        timestamp: now - hoursAgo * hour,
      },
      isElsewhere ? { ingestToken: other.ingest_token } : {},
    )
  await countsMerged(server)

  const not = fc.constantFrom('', '!')
  const term = fc.oneof(
    fc.tuple(not, fc.constant('environment'), fc.constantFrom('production', 'staging', 'dev', 'nowhere')),
    fc.tuple(not, fc.constant('release'), fc.constantFrom('1.0', '2.0', '3.0', '9.9')),
    fc.tuple(not, fc.constant('platform'), fc.constantFrom('ios', 'android')),
    fc.tuple(not, fc.constant('has'), fc.constant('release')),
  )
  const question = fc.record({
    terms: fc.array(term, { maxLength: 3 }),
    // With a window, it filters events.
    from: fc.integer({ min: 0, max: 110 }),
    length: fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined }),
    isEverywhere: fc.boolean(),
    sort: fc.constantFrom('last_seen', 'first_seen', 'events'),
  })
  type Term = readonly [not: string, key: string, value: string]
  type Event = (typeof sent)[number]
  const textOf = (terms: readonly Term[]) => terms.map(([negated, key, value]) => `${negated}${key}:${value}`).join(' ')
  const isOf = (event: Event, [, key, value]: Term) => {
    if (key !== 'has') return event[key.replace('tag.', '') as keyof Event] === value
    return event[value.replace('tag.', '') as keyof Event] !== undefined
  }
  // Terms of one key are alternatives.
  const matches = (event: Event, terms: readonly Term[]) =>
    terms.every(([negated, key], _, all) =>
      negated === ''
        ? all.some((one) => one[0] === '' && one[1] === key && isOf(event, one))
        : all.every((one) => one[0] === '' || !isOf(event, one)),
    )
  const nameOf = (event: Event) => `${event.isElsewhere ? 'elsewhere' : 'here'} ${event.message}`
  const ask = async (isEverywhere: boolean, params: Record<string, string>) => {
    const path = isEverywhere ? '/api/issues' : (`/api/projects/${app.project.id}/issues` as const)
    const { body } = await app.session.request('GET', `${path}?${new URLSearchParams(params)}`)
    const found = body.issues.map((issue): [string, number] => [
      `${issue.project_id === app.project.id ? 'here' : 'elsewhere'} ${issue.message}`,
      issue.count,
    ])
    return { found, counts: body.counts }
  }
  const wholeHour = (hoursAgo: number) => Math.floor((now - hoursAgo * hour) / hour) * hour
  const countByHand = (isEverywhere: boolean, isMatch: (event: Event) => boolean) => {
    const counts: Record<string, number> = {}
    for (const event of sent) {
      if ((event.isElsewhere && !isEverywhere) || !isMatch(event)) continue
      counts[nameOf(event)] = (counts[nameOf(event)] ?? 0) + event.repeat
    }
    return counts
  }
  const timeOf = ({ hoursAgo }: Event) => now - hoursAgo * hour
  /** Computes the sort key of an issue, highest first; matching events are known to the hour. */
  const placeByHand = (name: string, sort: string, isMatch: (event: Event) => boolean) => {
    const own = sent.filter((event) => nameOf(event) === name)
    const [all, found] = [own.map(timeOf), own.filter(isMatch).map(timeOf)]
    const startOf = (time: number) => Math.floor(time / hour) * hour
    if (sort === 'last_seen') return Math.min(Math.max(...all), startOf(Math.max(...found)) + hour)
    if (sort === 'first_seen') return Math.max(Math.min(...all), startOf(Math.min(...found)))
    return own.filter(isMatch).reduce((sum, { repeat }) => sum + repeat, 0)
  }
  const inWindow = ({ hoursAgo }: Event, start: number, end: number) =>
    now - hoursAgo * hour >= start && now - hoursAgo * hour < end

  it('environment, release, platform and time', async () => {
    await fc.assert(
      fc.asyncProperty(question, async ({ terms, from, length, isEverywhere, sort }) => {
        const [start, end] = [wholeHour(from), length === undefined ? Infinity : wholeHour(from) + length * hour]
        const { found, counts } = await ask(isEverywhere, {
          query: textOf(terms),
          sort,
          from: new Date(start).toISOString(),
          ...(end === Infinity ? {} : { to: new Date(end).toISOString() }),
        })
        const isMatch = (event: Event) => inWindow(event, start, end) && matches(event, terms)
        expect(Object.fromEntries(found)).toEqual(countByHand(isEverywhere, isMatch))
        const places = found.map(([name]) => placeByHand(name, sort, isMatch))
        expect(places).toEqual(places.toSorted((a, b) => b - a))
        expect(counts).toMatchObject({ exact: true, since: null })
      }),
      { numRuns: 300 },
    )
  })

  it('a tag', async () => {
    const tag = fc.oneof(
      fc
        .uniqueArray(fc.constantFrom('gold', 'free', 'none'), { minLength: 1, maxLength: 3 })
        .map((some) => some.map((value): Term => ['', 'tag.plan', value])),
      fc
        .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
        .map((some) => some.map((value): Term => ['', 'tag.build', String(value)])),
      fc.constant<Term[]>([['', 'has', 'tag.plan']]),
    )
    await fc.assert(
      fc.asyncProperty(tag, fc.boolean(), async (terms, isEverywhere) => {
        const { found, counts } = await ask(isEverywhere, { query: textOf(terms), sort: 'events' })
        expect(Object.fromEntries(found)).toEqual(countByHand(isEverywhere, (event) => matches(event, terms)))
        expect(found.map(([, count]) => count)).toEqual(found.map(([, count]) => count).sort((a, b) => b - a))
        expect(counts).toMatchObject({ exact: true, since: null })
      }),
      { numRuns: 60 },
    )
  })

  it('a user, among the events that are kept', async () => {
    const users = fc.uniqueArray(fc.constantFrom('ann', 'bob', 'nobody'), { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(users, question, fc.boolean(), async (who, { terms, from, length, isEverywhere }, isEver) => {
        const all = [...who.map((user): Term => ['', 'user', user]), ...terms]
        const [start, end] = [wholeHour(from), length === undefined ? Infinity : wholeHour(from) + length * hour]
        const { found, counts } = await ask(isEverywhere, {
          query: textOf(all),
          sort: 'events',
          ...(isEver ? {} : { from: new Date(start).toISOString() }),
          ...(isEver || end === Infinity ? {} : { to: new Date(end).toISOString() }),
        })
        const isMatch = (event: Event) => (isEver || inWindow(event, start, end)) && matches(event, all)
        expect(Object.fromEntries(found)).toEqual(countByHand(isEverywhere, isMatch))
        expect(found.map(([, count]) => count)).toEqual(found.map(([, count]) => count).sort((a, b) => b - a))
        expect(counts.exact).toBe(false)
        expect(Date.parse(counts.since!)).toBeGreaterThanOrEqual(now - hour)
        expect(Date.parse(counts.since!)).toBeLessThanOrEqual(Date.now() + hour)
      }),
      { numRuns: 100 },
    )
  })
})

it('only a value that is not counted individually makes counts inexact', async () => {
  const app = await newReporter(server)
  for (let value = 0; value < 103; value += 1) await app.report({ message: 'one', tags: { cart: `c${value}` } })
  await countsMerged(server)
  const { rows } = await server.database.pool.query<{ value: string }>(
    `select t.value from group_tags t join groups g on g.project_id = t.project_id and g.group_id = t.group_id
      where t.key = 'cart' and t.value <> ''`,
  )
  expect(rows).toHaveLength(100)
  const apart = rows[0]!.value
  const [beyond] = Array.from({ length: 103 }, (_, value) => `c${value}`).filter(
    (value) => !rows.some((row) => row.value === value),
  )
  const exactly = await list(app, { query: `tag.cart:${apart}` })
  expect([countsOf(exactly), exactly.counts.exact]).toEqual([{ one: 1 }, true])
  const roughly = await list(app, { query: `tag.cart:${beyond}` })
  expect([countsOf(roughly), roughly.counts.exact]).toEqual([{}, false])
  const whole = await list(app, { query: 'has:tag.cart' })
  expect([countsOf(whole), whole.counts.exact]).toEqual([{ one: 103 }, true])
})

it('an issue whose events of a user were evicted is still found, with the count of the kept ones', async () => {
  const app = await newReporter(server)
  await app.report({ message: 'one', user: { id: 'ann' } })
  await app.report({ message: 'one', user: { id: 'bob' } })
  await digested(server)
  await server.database.pool.query(
    `delete from events e where e.project_id = $1 and e.user_key is not null
       and e.event_id = (select o.event_id from events o where o.project_id = e.project_id order by o.event_id limit 1)`,
    [numberOf(app)],
  )
  expect(countsOf(await list(app, { query: 'user:ann' }))).toEqual({ one: 0 })
  expect(countsOf(await list(app, { query: 'user:bob' }))).toEqual({ one: 1 })
  expect(countsOf(await list(app, { query: 'user:ann environment:production' }))).toEqual({})
})

it('no query breaks the server', async () => {
  const app = await newReporter(server)
  await app.report()
  const parts = [
    '"',
    '!',
    ':',
    '\\',
    '%',
    '_',
    "'",
    '$1',
    '--',
    ';',
    '\0',
    '😀',
    '\ud800',
    ' ',
    'is:',
    'tag.',
    'user:',
    'release:',
    'x',
  ]
  const typed = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom(...parts)).map((some) => some.join('')),
  )
  await fc.assert(
    fc.asyncProperty(typed, async (query) => {
      expect([200, 400]).toContain((await ask(app, { query: query.slice(0, 300) })).status)
    }),
    { numRuns: 150 },
  )
})

describe('a list', () => {
  it('sorted by change begins with the issue whose day is far above its usual one, not with the one that has most events', async () => {
    const app = await newReporter(server)
    const daysAgo = (days: number) => Date.now() - days * 24 * hour
    for (let day = 1; day <= 10; day++)
      await app.report({ message: 'busy', exception_type: 'Busy', timestamp: daysAgo(day), repeat: 900 })
    await app.report({ message: 'busy', exception_type: 'Busy', repeat: 900 })
    await app.report({ message: 'spike', exception_type: 'Spike', timestamp: daysAgo(5) })
    await app.report({ message: 'spike', exception_type: 'Spike', repeat: 300 })
    await app.report({ message: 'few', exception_type: 'Few', repeat: 3 })
    await app.report({ message: 'gone', exception_type: 'Gone', timestamp: daysAgo(3), repeat: 5000 })
    await digested(server)
    expect(titles(await list(app, { sort: 'events' }))[0]).toBe('busy')
    expect(titles(await list(app, { sort: 'change' }))).toEqual(['spike', 'busy', 'few', 'gone'])
  })

  it('is a file of CSV as well, with the filter, order and counts of the list, page after page', async () => {
    const app = await newReporter(server)
    for (let n = 0; n < 130; n++)
      await app.report({
        message: `=cmd ${n}, "quoted"`,
        exception_type: `E${n}x`,
        environment: n < 105 ? 'staging' : 'live',
      })
    await digested(server)
    const path = (query: string) => `/api/projects/${app.project.id}/issues.csv?${query}` as const
    const all = await app.session.raw('GET', path(''))
    expect([all.status, all.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = all.text.split('\r\n')
    expect([lines.length, lines[0]!.startsWith('short_id,type,message,')]).toEqual([132, true])
    const staging = (await app.session.raw('GET', path('environment=staging&sort=first_seen'))).text
    expect(staging.split('\r\n')).toHaveLength(107)
    expect(staging).toContain(`,"'=cmd 104, ""quoted""",error,unresolved,new,1,`)
    expect((await app.session.raw('GET', path('query=is:nothing'))).status).toBe(400)
  })

  it('of the events of an issue is one too, all or those that match', async () => {
    const app = await newReporter(server)
    let issue = ''
    for (let n = 0; n < 120; n++) issue = (await app.report({ message: 'm', release: n < 20 ? 'old' : 'new' })).issue_id
    await digested(server)
    const read = async (query: string) =>
      (await app.session.raw('GET', `/api/issues/${issue}/events.csv?${query}`)).text.trimEnd().split('\r\n')
    const all = await read('')
    expect([all.length, new Set(all).size]).toEqual([121, 121])
    const old = await read('query=release:old')
    expect(old).toHaveLength(21)
    expect(old.slice(1).every((line) => line.includes(',old,'))).toBe(true)
  })
})
