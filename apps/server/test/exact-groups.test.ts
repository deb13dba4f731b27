import { type BuiltFrame, readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterEach, describe, expect, it } from 'vitest'
import { countsMerged, digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

/** Above what one release may have. */
const limit = 210
const server = await startServer({ digest: true, env: { BUGLE_MAX_NEW_GROUPS: String(limit) } })
const { pool } = server.database

const site = 'https://shop.example/assets'

/** A stack as V8 prints it. */
const printed = (frames: readonly BuiltFrame[], file: string) =>
  [
    'TypeError: boom',
    ...frames.map(({ function: name, line, column }) =>
      name === undefined ? `    at ${file}:${line}:${column}` : `    at ${name} (${file}:${line}:${column})`,
    ),
  ].join('\n')

/** A program as one bundler built it: its map, and the events that it sends. */
const build = (bundler: string, release: string, file = `${site}/${bundler}-${release}.js`) => {
  const { files, stacks } = readBuilt(bundler, 'cart')
  return {
    map: files[0]!.map,
    fields: { release, url: file },
    eventOf: (number: number, change: Record<string, unknown> = {}) => ({
      platform: 'web',
      release,
      stack: printed(stacks[number]!, file),
      ...change,
    }),
  }
}
const upload = (app: Reporter, { map, fields }: ReturnType<typeof build>) => uploadMap(app, map, fields)
const stateOf = async (app: Reporter): Promise<Record<string, number>> => {
  const { rows } = await pool.query(
    'select state, count(*)::int as n from exact_groups where project_id = $1 group by state',
    [numberOf(app)],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
/** Waits until no group of the project is due. */
const settled = async (app: Reporter): Promise<Record<string, number>> => {
  await digested(server)
  return until(
    () => stateOf(app),
    ({ due = 0 }) => due === 0,
  )
}
const resolvedAll = (app: Reporter) =>
  until(
    () => stateOf(app),
    ({ due = 0, waiting = 0 }) => due + waiting === 0,
  )
const listed = async (app: Reporter) =>
  (await app.session.get(`/api/projects/${app.project.id}/issues?status=unresolved`)).issues

/** Names that say nothing: the stacks of one program as they were sent are one issue. */
const withoutNames = (event: ReturnType<ReturnType<typeof build>['eventOf']>) => ({
  ...event,
  stack: event.stack.replace(/at \S+ \((.*)\)/g, 'at $1'),
})
/** Returns the repairs of an issue that can be undone, the latest first. */
const undosOf = async (app: Reporter, issueId: string): Promise<string[]> => {
  const { activity } = (await app.session.request('GET', `/api/issues/${issueId}/activity`)).body
  return activity.flatMap(({ details }: { details: { undo_id?: string } }) => details.undo_id ?? [])
}
const undo = (app: Reporter, id: string | undefined) => app.session.request('POST', `/api/undo/${id}`)

/** Reports `count` events at once; returns their issues. */
const reportEach = (app: Reporter, count: number, eventOf: (n: number) => Record<string, unknown>) =>
  Promise.all(Array.from({ length: count }, async (_, n) => (await app.report(eventOf(n))).issue_id))

const projects: Reporter[] = []
const newApp = async () => {
  const app = await newReporter(server)
  projects.push(app)
  return app
}

// Whatever was moved, each counter is what its events add up to.
afterEach(async () => {
  for (const app of projects.splice(0)) {
    await countsMerged(server)
    const { rows: counted } = await pool.query(
      `select s.issue_id, s.event_count as events, s.user_count as users, s.first_seen_at, s.last_seen_at
         from issue_stats s where s.project_id = $1 order by s.issue_id`,
      [numberOf(app)],
    )
    const { rows: summed } = await pool.query(
      `select g.issue_id, sum(e.repeat)::int8 as events, count(distinct e.user_key) as users,
              min(e.occurred_at) as first_seen_at, max(e.occurred_at) as last_seen_at
         from groups g
         join events e on e.project_id = g.project_id and e.group_id = g.group_id and e.received_at >= g.counts_from
        where g.project_id = $1 group by g.issue_id order by g.issue_id`,
      [numberOf(app)],
    )
    expect(counted).toEqual(summed)
    const { rows: days } = await pool.query(
      `select g.issue_id, d.environment_id = -2 as "allEnvironments", d.release_id = -2 as "allReleases",
              sum(d.event_count)::int8 as events
         from groups g join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
        where g.project_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
      [numberOf(app)],
    )
    const kinds = [
      [false, false],
      [false, true],
      [true, true],
    ] as const
    expect(days).toEqual(
      summed.flatMap(({ issue_id, events }) =>
        kinds.map(([allEnvironments, allReleases]) => ({ issue_id, allEnvironments, allReleases, events })),
      ),
    )
  }
})

describe('a stack whose map is there', () => {
  it('is grouped by what its author wrote, whatever built it', async () => {
    const app = await newApp()
    const [one, other] = [build('esbuild', '1'), build('rollup-terser', '2')]
    await upload(app, one)
    await upload(app, other)
    const acknowledged = [
      await app.report(one.eventOf(0, { user_id_anon: 'ada' })),
      await app.report(other.eventOf(0, { user_id_anon: 'ada' })),
      await app.report(other.eventOf(0, { user_id_anon: 'bob' })),
    ]
    expect(await settled(app)).toEqual({ resolved: 2 })
    const [issue, ...others] = await listed(app)
    expect(others).toEqual([])
    expect(issue).toMatchObject({ count: 3, users: 2 })
    await until(
      () => app.readIssue(issue!.id),
      ({ culprit }) => culprit?.startsWith('priceOf in ') === true,
    )
    for (const { issue_id } of acknowledged) expect((await app.readIssue(issue_id)).id).toBe(issue!.id)
  })
})

describe('a map that comes late', () => {
  it('keeps the issue, with its number, state and history, and gives it the better title', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const { issue_id } = await app.report(one.eventOf(0, { user_id_anon: 'ada' }))
    await app.report(one.eventOf(0, { user_id_anon: 'bob' }))
    expect(await settled(app)).toEqual({ waiting: 1 })
    const before = await app.readIssue(issue_id)
    await app.session.request('POST', `/api/issues/${issue_id}/comments`, { body: { text: 'known' } })
    await upload(app, one)
    await resolvedAll(app)
    const after = await until(
      () => app.readIssue(issue_id),
      ({ culprit }) => culprit?.startsWith('priceOf in ') === true,
    )
    expect(after).toMatchObject({ id: issue_id, short_id: before.short_id, count: 2, users: 2 })
    expect([before.grouping.reason, after.grouping.reason]).toEqual(['bundle', 'frames'])
    const { activity } = (await app.session.request('GET', `/api/issues/${issue_id}/activity`)).body
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual(['symbolicated', 'commented'])
    expect(activity[0]!.details).toEqual({ stacks: 1, events: 2, undo_id: expect.stringMatching(/^und_/) })
    // The same code again is known.
    expect((await app.report(one.eventOf(0))).issue_id).toBe(issue_id)
    expect(
      (
        await until(
          () => app.readIssue(issue_id),
          ({ count }) => count === 3,
        )
      ).users,
    ).toBe(2)
  })

  it('makes one issue of several; their ids lead to it, and a user counts once', async () => {
    const app = await newApp()
    const [one, other] = [build('esbuild', '1'), build('rollup-terser', '2')]
    const { issue_id: first } = await app.report(one.eventOf(0, { user_id_anon: 'ada' }))
    const { issue_id: second } = await app.report(other.eventOf(0, { user_id_anon: 'ada' }))
    await app.report(other.eventOf(0, { user_id_anon: 'bob' }))
    await settled(app)
    expect(await listed(app)).toHaveLength(2)
    await upload(app, one)
    await upload(app, other)
    await resolvedAll(app)
    const issues = await until(
      () => listed(app),
      ({ length }) => length === 1,
    )
    expect(issues[0]).toMatchObject({ count: 3, users: 2 })
    for (const id of [first, second]) expect((await app.readIssue(id)).id).toBe(issues[0]!.id)
    const { fingerprints } = (await app.session.request('GET', `/api/issues/${first}/fingerprints`)).body
    expect(fingerprints).toMatchObject([{ count: 3, users: 2, grouping: { reason: 'frames' } }])
  })

  it('makes several issues of one; the largest keeps the history', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const nameless = (number: number) => withoutNames(one.eventOf(number))
    const { issue_id } = await app.report(nameless(0))
    await app.report(nameless(0))
    expect((await app.report(nameless(1))).issue_id).toBe(issue_id)
    await settled(app)
    await app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'ignored' } })
    await upload(app, one)
    await resolvedAll(app)
    const { rows } = await pool.query(
      'select status, event_count from issue_stats where project_id = $1 order by event_count',
      [numberOf(app)],
    )
    expect(rows).toEqual([
      { status: 'ignored', event_count: 1 },
      { status: 'ignored', event_count: 2 },
    ])
    expect(await app.readIssue(issue_id)).toMatchObject({ id: issue_id, count: 2 })
  })

  it('leaves alone what somebody took out of an issue by hand', async () => {
    const app = await newApp()
    const [one, other] = [build('esbuild', '1'), build('rollup-terser', '2')]
    const { issue_id: first } = await app.report(one.eventOf(0))
    const { issue_id: second } = await app.report(other.eventOf(0))
    await settled(app)
    await app.session.request('POST', `/api/issues/${first}/merge`, { body: { ids: [second] } })
    const { fingerprints } = (await app.session.request('GET', `/api/issues/${first}/fingerprints`)).body
    const { fingerprint } = fingerprints.find((group) => group.issue_id === second)!
    await app.session.request('POST', `/api/issues/${first}/unmerge`, { body: { fingerprints: [fingerprint] } })
    await upload(app, one)
    await upload(app, other)
    await resolvedAll(app)
    expect((await app.readIssue(first)).count).toBe(1)
    expect(await app.readIssue(second)).toMatchObject({ id: second, count: 1 })
  })

  it('changes nothing when it is not of this code', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const { issue_id } = await app.report(one.eventOf(0))
    await settled(app)
    await uploadMap(app, one.map, { release: '2', url: one.fields.url })
    expect(await settled(app)).toEqual({ waiting: 1 })
    expect((await app.readIssue(issue_id)).culprit).not.toMatch(/priceOf/)
  })
})

describe('a stack that resolves', () => {
  it('is counted in an issue whose own first events are not counted yet', async () => {
    const app = await newApp()
    const [one, other] = [build('esbuild', '1'), build('rollup-terser', '2')]
    await upload(app, other)
    const { issue_id } = await app.report(other.eventOf(0))
    await settled(app)
    await app.report(one.eventOf(0))
    expect(await settled(app)).toEqual({ resolved: 1, waiting: 1 })
    // As between opening an exact group and counting its events.
    const opened = (await app.readIssue(issue_id)).id
    const uuid = `${opened.split('_').at(-1)}`
    const values = [numberOf(app)]
    const { rows } = await pool.query(
      `select g.issue_id, g.group_id from groups g join exact_groups x using (project_id, group_id)
        where g.project_id = $1 and x.state = 'resolved'`,
      values,
    )
    const [{ issue_id: issueId, group_id: groupId }] = rows
    expect(uuid.replaceAll('-', '')).toContain(issueId.replaceAll('-', ''))
    for (const table of ['events', 'group_stats', 'group_daily'])
      await pool.query(`delete from ${table} where project_id = $1 and group_id = $2`, [...values, groupId])
    await pool.query('delete from issue_stats where project_id = $1 and issue_id = $2', [...values, issueId])
    await upload(app, one)
    await resolvedAll(app)
    expect((await listed(app)).map(({ id, count }) => [id, count])).toEqual([[opened, 1]])
  })
})

describe('a stack that cannot be resolved in its time', () => {
  it('is tried again, after pauses, until it is; the issue says so meanwhile', async () => {
    const app = await newApp()
    const shop = build('esbuild', '1.0')
    await upload(app, shop)
    const one = `project_id = ${numberOf(app)}`
    // Nobody finds the functions of a source: what a source that takes too long to parse looks like to its group.
    await pool.query('alter table artifact_functions rename to artifact_functions_away')
    try {
      const { issue_id } = await app.report(shop.eventOf(0))
      await digested(server)
      const attempts = async () =>
        (await pool.query<{ attempts: number }>(`select attempts from exact_groups where ${one}`)).rows[0]!.attempts
      await until(attempts, (count) => count === 2)
      expect(await stateOf(app)).toEqual({ due: 1 })
      const { body } = await app.session.request('GET', `/api/issues/${issue_id}/fingerprints`)
      expect(Date.parse(body.fingerprints[0]!.retry_at!)).toBeGreaterThan(Date.now())
    } finally {
      await pool.query('alter table artifact_functions_away rename to artifact_functions')
    }
    // The pause is over.
    await pool.query(`update exact_groups set retry_at = now() where ${one}`)
    expect(await resolvedAll(app)).toEqual({ resolved: 1 })
    const [issue] = await listed(app)
    await until(
      () => app.readIssue(issue!.id),
      ({ culprit }) => culprit === 'priceOf in prices.js',
    )
    const { body } = await app.session.request('GET', `/api/issues/${issue!.id}/fingerprints`)
    expect(body.fingerprints.every(({ retry_at }) => retry_at === null)).toBe(true)
  })
})

describe('the undo of a repair', () => {
  it('parts issues that became one, with their state, and no later map joins them', async () => {
    const app = await newApp()
    const [one, other] = [build('esbuild', '1'), build('rollup-terser', '2')]
    const { issue_id: first } = await app.report(one.eventOf(0, { user_id_anon: 'ada' }))
    const { issue_id: second } = await app.report(other.eventOf(0, { user_id_anon: 'ada' }))
    await settled(app)
    await upload(app, one)
    await app.session.request('PATCH', `/api/issues/${second}`, { body: { status: 'ignored' } })
    await upload(app, other)
    await resolvedAll(app)
    await until(
      () => app.readIssue(first),
      ({ count }) => count === 2,
    )
    const [latest, earlier] = await undosOf(app, first)
    expect((await undo(await newApp(), latest)).status).toBe(404)
    const { status, body } = await undo(app, latest)
    expect([status, body.restored_count]).toEqual([200, 2])
    expect(await app.readIssue(first)).toMatchObject({ id: first, count: 1, users: 1 })
    expect(await app.readIssue(second)).toMatchObject({ id: second, count: 1, users: 1, status: 'ignored' })
    // The stack stays readable, and where somebody put it.
    await app.report(other.eventOf(0))
    await uploadMap(app, other.map, { ...other.fields, url: `~/assets/rollup-terser-2.js` })
    await settled(app)
    await until(
      () => app.readIssue(second),
      ({ count }) => count === 2,
    )
    expect(await undosOf(app, first)).toEqual([earlier])
    expect((await undo(app, latest)).status).toBe(404)
    expect((await undo(app, earlier)).status).toBe(200)
    expect(await undosOf(app, first)).toEqual([])
    expect(await app.readIssue(first)).toMatchObject({ count: 1, grouping: { reason: 'bundle' } })
  })

  it('makes one issue again of several', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const { issue_id } = await app.report(withoutNames(one.eventOf(0)))
    await app.report(withoutNames(one.eventOf(0)))
    await app.report(withoutNames(one.eventOf(1)))
    await settled(app)
    await upload(app, one)
    await resolvedAll(app)
    const both = await until(
      () => listed(app),
      ({ length }) => length === 2,
    )
    const { id: begun } = both.find(({ id }) => id !== issue_id)!
    expect((await undo(app, (await undosOf(app, begun))[0])).status).toBe(200)
    const [issue, ...others] = await listed(app)
    expect([issue, others]).toMatchObject([{ id: issue_id, count: 3 }, []])
    expect((await app.readIssue(begun)).id).toBe(issue_id)
    expect((await app.report(withoutNames(one.eventOf(1)))).issue_id).toBe(issue_id)
    await until(
      () => app.readIssue(issue_id),
      ({ count }) => count === 4,
    )
  })
})

describe('a resolved stack', () => {
  it('is read by later events of its group, too, when the map is gone', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    await app.report(one.eventOf(0))
    await settled(app)
    const id = await upload(app, one)
    await resolvedAll(app)
    await app.session.request('DELETE', `/api/projects/${app.project.id}/artifacts/${id}`)
    // The same file from another host: its name and the position lead to the original.
    const stack = one.eventOf(0).stack.replaceAll('shop.example', 'cdn.shop.example')
    const { event_id } = await app.report(one.eventOf(0))
    await settled(app)
    const { body } = await app.session.request('GET', `/api/events/${event_id}`)
    expect(body.event.exceptions[0]!.frames[0]!.symbolication).toMatchObject({ state: 'resolved', function: 'priceOf' })
    const other = await app.report({ ...one.eventOf(0), stack })
    await settled(app)
    const { event } = (await app.session.request('GET', `/api/events/${other.event_id}`)).body
    expect(event.exceptions[0]!.frames[0]!.symbolication?.state).not.toBe('resolved')
  })

  it('is resolved again when another map of its file arrives', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const wrong = readBuilt('esbuild', 'events').files[0]!.map
    await uploadMap(app, wrong, one.fields)
    const { issue_id } = await app.report(one.eventOf(0))
    await app.report(one.eventOf(0))
    await settled(app)
    const before = await until(
      () => app.readIssue(issue_id),
      ({ count }) => count === 2,
    )
    expect(before.culprit).not.toContain('priceOf')
    await upload(app, one)
    const after = await until(
      () => app.readIssue(issue_id),
      ({ culprit }) => culprit?.startsWith('priceOf in ') === true,
    )
    expect(after).toMatchObject({ id: before.id, short_id: before.short_id, count: 2 })
  })
})

describe('exact groups', () => {
  it('are not begun for code that is not generated', async () => {
    const app = await newApp()
    await app.report({
      platform: 'node',
      stack: 'TypeError: boom\n    at pay (/srv/shop/pay.js:3:5)\n    at main (/srv/shop/main.js:9:1)',
    })
    await app.report({
      platform: 'python',
      stack: 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x()',
    })
    await digested(server)
    expect(await stateOf(app)).toEqual({})
  })

  it('of one issue and release are bounded; every event is counted', async () => {
    const app = await newApp()
    const file = `${site}/a1b2c3d4.js`
    const stackOf = (column: number) => `TypeError: boom\n    at t (${file}:1:${column})\n    at n (${file}:1:900)`
    const ids = await reportEach(app, 230, (n) => ({ platform: 'web', stack: stackOf(1000 + n) }))
    expect(new Set(ids).size).toBe(1)
    await settled(app)
    // As many as a project may begin in an hour.
    expect(await stateOf(app)).toEqual({ waiting: limit })
    expect((await app.readIssue(ids[0]!)).count).toBe(230)
  })

  it('beyond the bound are of the innermost calls alone, and a late map moves their events as well', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const event = one.eventOf(0)
    const called = (n: number) => `\n    at call (${site}/node_modules/lib/index.js:1:${n})`
    const [issueId] = await reportEach(app, 230, (n) => ({ ...event, stack: `${event.stack}${called(n)}` }))
    expect(await settled(app)).toEqual({ waiting: 201 })
    await upload(app, one)
    await resolvedAll(app)
    const issue = await until(
      () => app.readIssue(issueId!),
      ({ culprit }) => culprit?.startsWith('priceOf in ') === true,
    )
    expect(issue.count).toBe(230)
    expect(await listed(app)).toHaveLength(1)
    // Their outer calls differ, so that each event shows its own.
    const { events } = (await app.session.request('GET', `/api/issues/${issueId}/events?limit=100`)).body
    const columns = new Set<number>()
    for (const { id } of events.slice(0, 10)) {
      const { frames } = (await app.session.request('GET', `/api/events/${id}`)).body.event.exceptions[0]!
      expect(frames[0]!.symbolication!.function).toBe('priceOf')
      columns.add(frames.at(-1)!.column!)
    }
    expect(columns.size).toBe(10)
  })

  it('are bounded per project and hour, whatever releases a sender makes up', async () => {
    const app = await newApp()
    const stack = `TypeError: boom\n    at t (${site}/a1b2c3d4.js:1:900)`
    const ids = []
    for (let n = 0; n < limit + 5; n++)
      ids.push((await app.report({ platform: 'web', stack, release: `r${n}` })).issue_id)
    expect(new Set(ids).size).toBe(1)
    expect(await settled(app)).toEqual({ waiting: limit })
    expect((await app.readIssue(ids[0]!)).count).toBe(limit + 5)
  })

  it('are deleted with their issue, and begin again at zero', async () => {
    const app = await newApp()
    const one = build('esbuild', '1')
    const { issue_id } = await app.report(one.eventOf(0))
    await settled(app)
    // Its hours wait to be merged.
    await app.report(one.eventOf(0))
    await digested(server)
    await app.session.request('DELETE', `/api/issues/${issue_id}`)
    expect(await stateOf(app)).toEqual({})
    await app.report(one.eventOf(0))
    await settled(app)
    expect(await listed(app)).toMatchObject([{ count: 1 }])
  })
})
