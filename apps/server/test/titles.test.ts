import { expect, it } from 'vitest'
import { createTitleRefresher } from '../src/domains/events/index.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { createDigestLoop } from '../src/domains/pipeline/index.ts'
import { makePartitions } from '../src/worker-role.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

// Without a worker: each test refreshes titles itself, and nothing else does.
const server = await startServer()
const { pool } = server.database
await makePartitions(pool, new Date())

const digestAll = async () => {
  const loop = createDigestLoop({
    now: () => new Date(),
    db: pool,
    onDigested: () => {},
    onFailed: () => {},
    onPoison: () => {},
    onDamaged: () => {},
  })
  while ((await loop.runOnce()) > 0);
}
const project = numberOf
const keyOf = (app: Reporter, id: string) => ({
  projectId: project(app),
  issueId: `${id.slice(-32, -24)}-${id.slice(-24, -20)}-${id.slice(-20, -16)}-${id.slice(-16, -12)}-${id.slice(-12)}`,
})
/** Reports an event of a group by that name, whose title differs from event to event, and digests it. */
const report = async (app: Reporter, name: string, message: string) => {
  const { issue_id } = await app.report({ exception_type: name, message, fingerprint: [name] })
  await digestAll()
  return issue_id
}

it('a merged issue has the title of its newest event, already in the response to the merge', async () => {
  const app = await newReporter(server)
  const a = await report(app, 'First', 'one')
  const b = await report(app, 'Second', 'two')
  const { body } = await app.session.request('POST', `/api/issues/${a}/merge`, { body: { ids: [b] } })
  expect(body.issue).toMatchObject({ type: 'Second', message: 'two', count: 2 })
  expect(await app.readIssue(a)).toMatchObject({ type: 'Second' })
})

it('a damaged body does not prevent the titles of other issues, and is reported once', async () => {
  const app = await newReporter(server)
  const damaged = await report(app, 'Damaged', 'before')
  const sound = await report(app, 'Sound', 'before')
  await report(app, 'Damaged', 'after')
  await pool.query(`update segments set payload = '\\xdeadbeef' where id = (select max(id) from segments)`)
  await report(app, 'Sound', 'after')
  const unreadable: string[] = []
  const failures: unknown[] = []
  const titles = createTitleRefresher({
    paceMs: 0,
    objects: inRows,
    db: pool,
    onFailed: (error) => failures.push(error),
    onUnreadable: ({ issueId }) => unreadable.push(issueId),
  })
  titles.schedule([damaged, sound].map((id) => keyOf(app, id)))
  expect(
    await until(
      async () => (await app.readIssue(sound)).message,
      (message) => message === 'after',
    ),
  ).toBe('after')
  await titles.stop()
  expect(unreadable).toEqual([keyOf(app, damaged).issueId])
  expect(failures).toEqual([])
  expect((await app.readIssue(damaged)).message).toBe('before')
})

it('a title that could not be refreshed is retried without another event', async () => {
  const app = await newReporter(server)
  const id = await report(app, 'Tried', 'before')
  await report(app, 'Tried', 'after')
  let isAway = true
  const connect = (done?: (error: Error) => void) => {
    if (!isAway) return done === undefined ? pool.connect() : pool.connect(done as never)
    const error = new Error('no connection')
    return done === undefined ? Promise.reject(error) : done(error)
  }
  const failures: unknown[] = []
  const titles = createTitleRefresher({
    paceMs: 0,
    objects: inRows,
    db: Object.assign(Object.create(pool), { connect }),
    onFailed: (error) => failures.push(error),
    onUnreadable: () => {},
  })
  await titles.refreshNow([keyOf(app, id)])
  expect(failures).not.toEqual([])
  expect((await app.readIssue(id)).message).toBe('before')
  isAway = false
  await until(
    async () => (await app.readIssue(id)).message,
    (message) => message === 'after',
  )
  await titles.stop()
})
