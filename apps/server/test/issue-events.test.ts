import type { EventPage } from '@bugle/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { digested, newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })

describe('the events of an issue are found', async () => {
  const app = await newReporter(server)
  const ids = new Map<string, string>()
  let issueId: string
  beforeAll(async () => {
    const now = Date.now()
    const sent = {
      gold: { tags: { plan: 'gold', 'my key': 'a b' }, environment: 'dev', release: '1.0 (45)' },
      silver: { tags: { plan: 'silver' }, level: 'fatal', user: { id: 'ann' } },
      iron: { tags: { plan: 'iron', beta: true }, platform: 'android', user: { id: 'bob' } },
      bare: { release: '2.0' },
    }
    for (const [at, [name, change]] of Object.entries(sent).entries()) {
      const event = { fingerprint: ['one'], timestamp: now - 60_000 + at * 1000, ...change }
      const answer = await app.report(event)
      ids.set(answer.event_id, name)
      issueId = answer.issue_id
    }
    await digested(server)
  })

  const ask = (params: Record<string, string>) =>
    app.session.request('GET', `/api/issues/${issueId}/events?${new URLSearchParams(params)}`)
  const namesIn = ({ events }: EventPage) => events.map(({ id }) => ids.get(id))

  const cases: [query: string, found: string[]][] = [
    ['', ['bare', 'iron', 'silver', 'gold']],
    ['tag.plan:gold', ['gold']],
    ['tag.plan:gold tag.plan:iron', ['iron', 'gold']],
    ['tag."my key":"a b"', ['gold']],
    ['!tag.plan:gold', ['bare', 'iron', 'silver']],
    ['has:tag.plan !tag.plan:silver', ['iron', 'gold']],
    ['tag.beta:true', ['iron']],
    ['tag.plan:GOLD', []],
    ['tag.plan:%', []],
    ['level:fatal', ['silver']],
    ['environment:dev', ['gold']],
    ['!environment:dev', ['bare', 'iron', 'silver']],
    ['release:"1.0 (45)"', ['gold']],
    ['!has:release', ['iron', 'silver']],
    ['platform:android', ['iron']],
    ['user:ann', ['silver']],
    ['has:user !user:ann', ['iron']],
    ['tag.plan:silver level:error', []],
  ]
  it.each(cases)('by %s', async (query, found) => {
    const { status, body } = await ask({ query })
    expect([status, namesIn(body)]).toEqual([200, found])
    expect(body.next_cursor).toBeNull()
  })

  it('in pages, with an event’s neighbors among them', async () => {
    const first = (await ask({ query: 'has:tag.plan', limit: '2' })).body
    expect(namesIn(first)).toEqual(['iron', 'silver'])
    const second = (await ask({ query: 'has:tag.plan', limit: '2', cursor: first.next_cursor! })).body
    expect([namesIn(second), second.next_cursor]).toEqual([['gold'], null])
    const [iron] = first.events
    const beside = await app.session.request('GET', `/api/events/${iron!.id}?query=!tag.plan:silver`)
    expect([ids.get(beside.body.previous_id!), ids.get(beside.body.next_id!)]).toEqual(['gold', 'bare'])
    const among = await app.session.request('GET', `/api/events/${iron!.id}?query=has:tag.plan`)
    expect([ids.get(among.body.previous_id!), among.body.next_id, among.body.position]).toEqual(['silver', null, null])
  })

  it.each(['is:resolved', 'words', 'assigned:me', 'has:assignee', 'last-seen:>-1d', 'level:loud', '"open'])(
    'never by %s, which is not a term for events',
    async (query) => {
      const { status, code, errors } = await app.session.request('GET', `/api/issues/${issueId}/events?query=${query}`)
      expect([status, code]).toEqual([400, 'invalid_parameter'])
      expect(errors!.query).toEqual([expect.any(String)])
    },
  )
})

it('a search for a rare event continues where the last response ended', { timeout: 120_000 }, async () => {
  const app = await newReporter(server)
  const now = Date.now()
  const { event_id, issue_id } = await app.report({ tags: { rare: 'yes' }, timestamp: now - 3_600_000 })
  const others = [...Array(230).keys()].map((n) => ({ tags: { rare: 'no' }, timestamp: now - 60_000 + n }))
  await Promise.all(others.map((event) => app.report(event)))
  await digested(server)
  const find = async (cursor = ''): Promise<EventPage> =>
    (await app.session.request('GET', `/api/issues/${issue_id}/events?query=tag.rare:yes${cursor}`)).body
  const first = await find()
  expect([first.events, first.next_cursor]).toEqual([[], expect.any(String)])
  const second = await find(`&cursor=${first.next_cursor}`)
  expect([second.events.map(({ id }) => id), second.next_cursor]).toEqual([[event_id], null])
})
