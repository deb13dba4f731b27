import type { Fingerprint, Issue } from '@bugle/protocol'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { countsMerged, digested, newReporter, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const { pool } = server.database

const tryMerge = ({ session }: Reporter, id: string, ids: string[]) =>
  session.request('POST', `/api/issues/${id}/merge`, { body: { ids } })
const tryUnmerge = ({ session }: Reporter, id: string, fingerprints: string[]) =>
  session.request('POST', `/api/issues/${id}/unmerge`, { body: { fingerprints } })
const merge = async (app: Reporter, id: string, ids: string[]) => {
  const { status, body } = await tryMerge(app, id, ids)
  expect(status).toBe(200)
  return body
}
const unmerge = async (app: Reporter, id: string, fingerprints: string[]) => {
  const { status, body } = await tryUnmerge(app, id, fingerprints)
  expect(status).toBe(200)
  return body
}
const undo = ({ session }: Reporter, id: string | null) => session.request('POST', `/api/undo/${id}`)
const fingerprintsOf = async (app: Reporter, id: string) =>
  (await app.session.request('GET', `/api/issues/${id}/fingerprints`)).body.fingerprints as Fingerprint[]
const activityOf = async (app: Reporter, id: string) =>
  (await app.session.request('GET', `/api/issues/${id}/activity`)).body.activity as { kind: string; details: object }[]
const listed = async (app: Reporter) =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/issues`)).body.issues as Issue[]

/** Reports errors, each once for every user listed. */
async function errors(app: Reporter, ...users: string[][]): Promise<Issue[]> {
  const ids: string[] = []
  for (const [index, ofError] of users.entries()) {
    for (const user of ofError) ids[index] = (await app.report(anError(index, user))).issue_id
  }
  await digested(server)
  return Promise.all(ids.map((id) => app.readIssue(id)))
}
const anError = (index: number, user: string) => ({
  exception_type: `Error${String.fromCharCode(65 + index)}`,
  user: { id: user },
  tags: { kind: `k${index}` },
})

describe('merging', () => {
  it('combines several issues into one, with each user once and every event', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann', 'bob'], ['bob', 'cid', 'cid'], ['dan'])
    const { issue } = await merge(app, b!.id, [a!.id, c!.id])
    expect(issue).toMatchObject({ id: b!.id, short_id: b!.short_id, title: c!.title, count: 6, users: 4 })
    expect(issue.first_seen).toBe(a!.first_seen)
    expect(issue.last_seen).toBe(c!.last_seen)
    expect((await listed(app)).map(({ id }) => id)).toEqual([b!.id])
    const events = await app.session.request('GET', `/api/issues/${b!.id}/events`)
    expect(events.body.events).toHaveLength(6)
    await countsMerged(server)
    const tags = (await app.session.request('GET', `/api/issues/${b!.id}/tags`)).body.tags
    expect(tags.find((tag: { key: string }) => tag.key === 'kind')?.total).toBe(6)
  })

  it('keeps the ids of the others as aliases of the survivor, for reading and writing', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob'], ['cid'])
    await merge(app, a!.id, [b!.id])
    expect((await app.readIssue(b!.id)).id).toBe(a!.id)
    expect((await merge(app, b!.id, [c!.id])).issue).toMatchObject({ id: a!.id, count: 3 })
  })

  it('counts later events in the survivor, and a user known by another of its fingerprints once', async () => {
    const app = await newReporter(server)
    const [a, b] = await errors(app, ['ann', 'bob'], ['cid'])
    await merge(app, a!.id, [b!.id])
    await Promise.all([
      app.report(anError(1, 'ann')),
      app.report(anError(1, 'dan')),
      app.report(anError(0, 'dan')),
      app.report(anError(0, 'eve')),
    ])
    await digested(server)
    expect(await app.readIssue(a!.id)).toMatchObject({ count: 7, users: 5 })
  })

  it('is limited to one project of the user', async () => {
    const app = await newReporter(server)
    const [a, b] = await errors(app, ['ann'], ['bob'])
    const { project, ingest_token } = await app.session.createProject({ name: 'Other' })
    expect(project.id).not.toBe(app.project.id)
    const elsewhere = await app.report(anError(0, 'ann'), { ingestToken: ingest_token })
    expect(await tryMerge(app, a!.id, [elsewhere.issue_id])).toMatchObject({
      status: 422,
      body: { code: 'merge_across_projects' },
    })
    const stranger = await newReporter(server)
    for (const path of ['merge', 'unmerge'] as const) {
      const body = path === 'merge' ? { ids: [b!.id] } : { fingerprints: [b!.fingerprint] }
      expect((await stranger.session.raw('POST', `/api/issues/${a!.id}/${path}`, { body })).status).toBe(404)
    }
    const [own] = await errors(stranger, ['ann'])
    expect((await tryMerge(stranger, own!.id, [a!.id])).status).toBe(404)
  })

  it('of an issue with itself changes nothing', async () => {
    const app = await newReporter(server)
    const [a] = await errors(app, ['ann'])
    expect(await merge(app, a!.id, [a!.id])).toMatchObject({ issue: { count: 1 }, undo_id: null })
    expect(await activityOf(app, a!.id)).toEqual([])
  })

  it('does not leave its title behind: once undone, each issue has the title of its own newest event', async () => {
    const app = await newReporter(server)
    const [a, b] = await errors(app, ['ann'], ['bob'])
    const { undo_id } = await merge(app, a!.id, [b!.id])
    await app.report(anError(1, 'bob'))
    await digested(server)
    await until(
      async () => (await app.readIssue(a!.id)).type,
      (type) => type === b!.type,
    )
    expect((await undo(app, undo_id!)).body.issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: a!.id, title: a!.title, type: a!.type })]),
    )
    expect(await app.readIssue(b!.id)).toMatchObject({ title: b!.title, count: 2 })
  })

  it('is undone by its author, once', async () => {
    const app = await newReporter(server)
    const before = await errors(app, ['ann', 'bob'], ['bob'], ['cid'])
    const { undo_id } = await merge(app, before[0]!.id, [before[1]!.id, before[2]!.id])
    expect((await undo(await newReporter(server), undo_id)).status).toBe(404)
    const { status, body } = await undo(app, undo_id)
    expect(status).toBe(200)
    expect(body.issues).toHaveLength(3)
    for (const issue of before) expect(await app.readIssue(issue.id)).toEqual(issue)
    expect((await undo(app, undo_id)).status).toBe(404)
    expect((await activityOf(app, before[0]!.id)).map(({ kind }) => kind)).toEqual(['undone', 'merged'])
  })

  it('undone after further merges and splits, restores what still exists', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob'], ['cid'])
    await merge(app, b!.id, [c!.id])
    const { undo_id } = await merge(app, a!.id, [b!.id])
    await unmerge(app, a!.id, [b!.fingerprint])
    await merge(app, a!.id, [b!.id])
    expect((await undo(app, undo_id)).status).toBe(200)
    expect(await app.readIssue(b!.id)).toMatchObject({ id: b!.id, count: 2, users: 2 })
    expect(await app.readIssue(c!.id)).toMatchObject({ id: b!.id })
    expect(await app.readIssue(a!.id)).toMatchObject({ count: 1 })
  })
})

describe('unmerging', () => {
  it('turns a fingerprint into its own issue again, under its old id, pinned by the user', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob', 'bob'], ['ann', 'cid'])
    await merge(app, a!.id, [b!.id, c!.id])
    const { issue, unmerged } = await unmerge(app, a!.id, [b!.fingerprint])
    expect(issue).toMatchObject({ id: a!.id, count: 3, users: 2 })
    expect(unmerged).toEqual([b])
    const [own] = await fingerprintsOf(app, b!.id)
    expect(own).toMatchObject({ fingerprint: b!.fingerprint, count: 2, pinned: { by: { name: 'Ann' } } })
    expect(await activityOf(app, b!.id)).toMatchObject([{ kind: 'split_off', details: { short_id: a!.short_id } }])
    expect((await activityOf(app, a!.id))[0]).toMatchObject({ kind: 'unmerged', details: { short_ids: [b!.short_id] } })
  })

  it('of the fingerprint that gave the issue its id keeps the rest together, with the history', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob'], ['cid'])
    await merge(app, a!.id, [b!.id, c!.id])
    const { issue, unmerged, undo_id } = await unmerge(app, a!.id, [a!.fingerprint])
    expect(unmerged).toMatchObject([{ id: a!.id, count: 1 }])
    expect(issue).toMatchObject({ id: b!.id, count: 2, users: 2, short_id: b!.short_id })
    expect((await app.readIssue(c!.id)).id).toBe(b!.id)
    expect((await activityOf(app, b!.id)).map(({ kind }) => kind)).toEqual(['unmerged', 'merged'])
    expect((await undo(app, undo_id)).status).toBe(200)
    expect(await app.readIssue(c!.id)).toMatchObject({ id: a!.id, count: 3, users: 3 })
    expect((await fingerprintsOf(app, a!.id)).every(({ pinned }) => pinned === null)).toBe(true)
  })

  it('refuses foreign fingerprints, and all fingerprints of the issue', async () => {
    const app = await newReporter(server)
    const [a, b] = await errors(app, ['ann'], ['bob'])
    for (const fingerprint of [b!.fingerprint, a!.fingerprint])
      expect(await tryUnmerge(app, a!.id, [fingerprint])).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: { fingerprints: [expect.any(String)] } },
      })
  })

  it('undone after further merges into the rest moves those as well, with the history', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob'], ['cid'])
    await merge(app, a!.id, [b!.id])
    const { issue: rest, undo_id } = await unmerge(app, a!.id, [a!.fingerprint])
    await merge(app, rest.id, [c!.id])
    expect((await undo(app, undo_id)).status).toBe(200)
    for (const { id } of [a!, b!, c!]) expect(await app.readIssue(id)).toMatchObject({ id: a!.id, count: 3, users: 3 })
    expect((await listed(app)).map(({ id }) => id)).toEqual([a!.id])
    expect((await activityOf(app, a!.id)).map(({ kind }) => kind)).toContain('unmerged')
  })

  it('pages its fingerprints, the most common first', async () => {
    const app = await newReporter(server)
    const [a, b, c] = await errors(app, ['ann'], ['bob', 'bob', 'bob'], ['cid', 'cid'])
    await merge(app, a!.id, [b!.id, c!.id])
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await app.session.request('GET', `/api/issues/${a!.id}/fingerprints?limit=1${cursor}`)
      seen.push(...body.fingerprints.map(({ fingerprint }: Fingerprint) => fingerprint))
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual([b!.fingerprint, c!.fingerprint, a!.fingerprint])
  })
})

it('at random, while events arrive, leaves every counter exact', { timeout: 180_000 }, async () => {
  const app = await newReporter(server)
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const first = await Promise.all(names.map((name) => app.report({ exception_type: name, user: { id: 'first' } })))
  await digested(server)
  const issues = await Promise.all(first.map(({ issue_id }) => app.readIssue(issue_id)))
  const random = seeded(20_261_121)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const sent = new Map(names.map((name) => [name, { count: 1, users: new Set(['first']) }]))
  let isOver = false
  const stream = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const [name, user] = [pick(names), `u${Math.floor(random() * 40)}`]
      const tally = sent.get(name)!
      tally.count += 1
      tally.users.add(user)
      await app.report({ exception_type: name, user: { id: user }, event_id: uuidv7() })
    }
  })
  const undos: (string | null)[] = []
  const outcomes = new Map<string, number>()
  for (let step = 0; step < 70; step++) {
    const dice = random()
    const [one, other] = [pick(issues), pick(issues)]
    const answer =
      dice < 0.45
        ? await tryMerge(app, one.id, [other.id, pick(issues).id])
        : dice < 0.8 || undos.length === 0
          ? await tryUnmerge(app, one.id, [pick([one, other]).fingerprint])
          : await undo(app, undos.splice(Math.floor(random() * undos.length), 1)[0]!)
    expect([200, 404, 422]).toContain(answer.status)
    const what = dice < 0.45 ? 'merge' : dice < 0.8 ? 'unmerge' : 'undo'
    outcomes.set(`${what} ${answer.status}`, (outcomes.get(`${what} ${answer.status}`) ?? 0) + 1)
    if ('undo_id' in answer.body && answer.body.undo_id) undos.push(answer.body.undo_id)
  }
  isOver = true
  await Promise.all(stream)
  await digested(server)
  for (const what of ['merge 200', 'unmerge 200', 'undo 200']) expect(outcomes.get(what) ?? 0).toBeGreaterThan(3)

  const seen = new Set<string>()
  for (const issue of await listed(app)) {
    const fingerprints = await fingerprintsOf(app, issue.id)
    const own = names.filter((_, index) =>
      fingerprints.some(({ fingerprint }) => fingerprint === issues[index]!.fingerprint),
    )
    expect(own).toHaveLength(fingerprints.length)
    expect(fingerprints.map(({ issue_id }) => issue_id)).toContain(issue.id)
    const users = new Set(own.flatMap((name) => [...sent.get(name)!.users]))
    const count = own.reduce((sum, name) => sum + sent.get(name)!.count, 0)
    expect({ own, count: issue.count, users: issue.users }).toEqual({ own, count, users: users.size })
    for (const name of own) {
      expect(seen.has(name)).toBe(false)
      seen.add(name)
    }
    const stats = await app.session.request('GET', `/api/issues/${issue.id}/stats`)
    expect(stats.status).toBe(200)
  }
  expect([...seen].sort()).toEqual(names)
  const named = await pool.query(
    `select s.issue_id from issue_stats s left join groups g on g.project_id = s.project_id and g.group_id = s.issue_id
      where g.issue_id is distinct from s.issue_id`,
  )
  expect(named.rows).toEqual([])
  const flags = await pool.query(
    `select count(*)::int4 as wrong from groups g
      where g.is_alone <> (1 = (select count(*) from groups m where m.project_id = g.project_id and m.issue_id = g.issue_id))`,
  )
  expect(flags.rows[0].wrong).toBe(0)
  await countsMerged(server)
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
