import { randomUUID } from 'node:crypto'
import { parsePlainId } from '@bugle/protocol'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { bucketDatabase, inBucket } from '../src/db/buckets.ts'
import { openDatabase, transaction } from '../src/db/database.ts'
import { projectTables } from '../src/db/table-classes.ts'
import { appendOwnEvents } from '../src/domains/ingest/index.ts'
import { ObjectPayloads } from '../src/domains/objects/index.ts'
import { readInstallationState } from '../src/operator/installation-state.ts'
import { installationSnapshot, render } from '../src/operator/metrics.ts'
import { objectPayloadsOf } from '../src/wiring/from-config.ts'
import { createWorkerRole } from '../src/worker-role.ts'
import { startLeavingProxy } from './leaving-proxy.ts'
import { newMaintenance } from './maintain.ts'
import { MemoryObjectStore } from './memory-object-store.ts'
import { organizationOf } from './organization.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

// Two databases stand for two servers, and nobody listens where a third should be. Requests are served for the main bucket alone:
// projects get their buckets here, and events of others are written as the worker writes its own.

const smtp = await startSmtpCatcher()
const env = {
  BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
  BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>',
  BUGLE_SECRET: 'a secret that all servers of the tests share',
  BUGLE_ALERT_DELAY: '1s',
  BUGLE_ALERT_PACE: '1s',
  BUGLE_ISSUE_MAIL_DELAY: '1s',
  BUGLE_ISSUE_MAIL_PACE: '1s',
}
const server = await startServer({ env })
const second = await createTestDatabase({ connections: 2 })
const accounts = server.database.pool
const proxy = await startLeavingProxy(second.connection)
const places = {
  second: proxy.connection,
  away: { host: '127.0.0.1', port: 1, database: 'none', user: 'nobody', password: 'none' },
}
const db = openDatabase({ connection: server.database.connection, connections: 4, buckets: places })
/** Writes events into the second bucket also while the worker cannot reach it. */
const direct = openDatabase({
  connection: server.database.connection,
  connections: 2,
  buckets: { second: second.connection },
})
const config = readConfig(env)
const worker = createWorkerRole({
  config,
  db,
  connection: server.database.connection,
  logger: pino({ level: 'silent' }),
  digestPaceMs: 40,
})
await accounts.query(`insert into buckets (name) values ('second'), ('away')`)
await worker.start()
afterAll(async () => {
  await worker.stop()
  await Promise.all([db.end(), direct.end()])
  await proxy.close()
  await smtp.close()
  await second.drop()
})

const stores = { main: server.database.pool, second: second.pool }
type Name = keyof typeof stores

/** Creates a project in a bucket, of a person with a confirmed address. */
async function newProject(bucket: Name | 'away', owner?: Reporter): Promise<Reporter> {
  const reporter = owner === undefined ? await newReporter(server) : await another(owner)
  await accounts.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
  await accounts.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(reporter)])
  return reporter
}

async function another({ session, ...rest }: Reporter): Promise<Reporter> {
  const { project, ingest_token: token } = await session.createProject()
  return { ...rest, session, project, token }
}

/** Reports an event in the bucket of a project. */
async function report(bucket: Name, project: Reporter, type: string, change: object = {}): Promise<void> {
  const event = { exception_type: type, message: `${type} happened`, platform: 'node' as const, ...change }
  await transaction(bucketDatabase(direct, bucket), (tx) =>
    appendOwnEvents(tx, { projectId: numberOf(project), shard: 0, now: Date.now() }, [event]),
  )
}

const count = async (bucket: Name, table: string, project: Reporter) =>
  (
    await stores[bucket].query<{ n: number }>(`select count(*)::int as n from ${table} where project_id = $1`, [
      numberOf(project),
    ])
  ).rows[0]!.n

async function reported(bucket: Name, project: Reporter, type: string, change?: object): Promise<void> {
  await report(bucket, project, type, change)
  await until(
    async () =>
      (await stores[bucket].query('select from issues where project_id = $1 and type = $2', [numberOf(project), type]))
        .rowCount,
    (found) => found === 1,
  )
}

/** Returns the tables of a server that have rows of a project. */
async function tablesOf(bucket: Name, project: Reporter): Promise<string[]> {
  const found: string[] = []
  for (const table of projectTables) if ((await count(bucket, table, project)) > 0) found.push(table)
  return found
}

const mailsTo = (address: string, part: string) =>
  until(
    async () => smtp.mails.filter(({ to, subject, text }) => to === address && `${subject} ${text}`.includes(part)),
    (mails) => mails.length > 0,
  )

describe('a worker with several buckets', () => {
  it('digests the events of each on its server, and leaves nothing of them on others', async () => {
    const here = await newProject('main')
    const there = await newProject('second')
    await reported('main', here, 'HereError')
    await reported('second', there, 'ThereError', { release: '1.0.0', tags: { city: 'Ulm' } })
    await until(
      () => count('second', 'group_tags', there),
      (rows) => rows > 0,
    )
    expect(await tablesOf('second', there)).toEqual(
      expect.arrayContaining([
        'events',
        'groups',
        'group_stats',
        'issues',
        'issue_stats',
        'releases',
        'project_hourly',
      ]),
    )
    expect(await tablesOf('main', there)).toEqual([])
    expect(await tablesOf('second', here)).toEqual([])
    const inPipeline = await until(
      async () => (await accounts.query('select from segment_queue')).rowCount,
      (left) => left === 0,
    )
    expect(inPipeline).toBe(0)
  })

  it('mails people and channels about the issues of each', async () => {
    const here = await newProject('main')
    const there = await newProject('second', here)
    const organization = await organizationOf(here.session)
    const address = `ops-${numberOf(there)}@example.com`
    const { body } = await here.session.request('POST', `/api/organizations/${organization}/channels`, {
      body: { kind: 'email', name: 'Mail', config: { address } },
    })
    await here.session.request('POST', `/api/organizations/${organization}/alert-rules`, {
      body: { name: 'All', triggers: ['issue.new', 'release.new'], channel_ids: [body.channel.id] },
    })
    await reported('main', here, 'HereMailedError')
    await reported('second', there, 'ThereMailedError', { release: '7.0.0' })
    for (const type of ['HereMailedError', 'ThereMailedError']) {
      await mailsTo(here.session.email, type)
      await mailsTo(address, type)
    }
    // A rule that the clock makes due looks at the releases of all buckets.
    await accounts.query('update alert_rules set check_at = now() where check_at is not null')
    await mailsTo(address, '7.0.0')
    expect(await tablesOf('main', there)).toEqual([])
    await until(
      async () =>
        (
          await second.pool.query(`select from issue_activity where project_id = $1 and kind = 'notified'`, [
            numberOf(there),
          ])
        ).rowCount,
      (entries) => (entries ?? 0) > 0,
    )
  })

  it('sends one digest about all of them, which names those that do not respond', async () => {
    const here = await newProject('main')
    const there = await newProject('second', here)
    await accounts.query(`update projects set name = 'Afar' where id = $1`, [numberOf(await newProject('away', here))])
    await reported('main', here, 'HereDigestError')
    await reported('second', there, 'ThereDigestError')
    const userId = parsePlainId('usr', (await here.session.me()).id)
    // The last of the attempts that wait for a server that is away.
    await accounts.query(
      `insert into jobs (kind, line, owner, payload, due_at, expires_at, attempts)
       values ('digest_mail', 'mails', $1, $2, now(), now() + interval '1 hour', 3)`,
      [
        `account ${userId}`,
        JSON.stringify({ userId, rhythm: 'daily', from: Date.now() - 3_600_000, to: Date.now() + 60_000 }),
      ],
    )
    const [mail] = await mailsTo(here.session.email, 'daily digest')
    for (const part of ['HereDigestError', 'ThereDigestError', 'Events: 1', 'Not included: Afar.'])
      expect(mail!.text).toContain(part)
  })

  it('queues digests that the clock makes due, on the server of the accounts', async () => {
    const there = await newProject('second')
    await reported('second', there, 'ClockError')
    await there.session.request('PATCH', '/api/me/mail-times', {
      body: { digest: { every: 'daily', time_zone: 'UTC' } },
    })
    await accounts.query(
      `update mail_times set digest_due_at = now(), digest_from = now() - interval '1 hour' where digest is not null`,
    )
    const [mail] = await mailsTo(there.session.email, 'daily digest')
    expect(mail!.text).toContain('ClockError')
  })

  it('erases a deleted project in its bucket, and waits for a bucket that is away', async () => {
    const there = await newProject('second')
    const away = await newProject('away', there)
    await reported('second', there, 'DeletedError')
    for (const { session, project } of [there, away]) await session.request('DELETE', `/api/projects/${project.id}`)
    await accounts.query(`update projects set deleted_at = now() - interval '1 minute' where deleted_at is not null`)
    const left = async () =>
      (
        await accounts.query<{ id: number }>('select id from projects where id = any($1) order by id', [
          [numberOf(there), numberOf(away)],
        ])
      ).rows.map(({ id }) => id)
    expect(await until(left, (ids) => ids.length === 1)).toEqual([numberOf(away)])
    expect(await tablesOf('second', there)).toEqual([])
  })

  it('sends the messages of a channel about other buckets while one is away', async () => {
    const there = await newProject('second')
    const away = await newProject('away', there)
    const organization = await organizationOf(there.session)
    const address = `away-${numberOf(there)}@example.com`
    const { body } = await there.session.request('POST', `/api/organizations/${organization}/channels`, {
      body: { kind: 'email', name: 'Mail', config: { address } },
    })
    const channelId = parsePlainId('chn', body.channel.id)
    await accounts.query(
      `insert into deliveries (id, channel_id, project_id, issue_id, event, subject, due_at, created_at)
       values ($1, $2, $3, $4, 'issue.new', '', now(), now() - interval '1 minute')`,
      [randomUUID(), channelId, numberOf(away), randomUUID()],
    )
    await there.session.request('POST', `/api/organizations/${organization}/alert-rules`, {
      body: { name: 'All', triggers: ['issue.new'], channel_ids: [body.channel.id] },
    })
    await reported('second', there, 'NotBlockedError')
    await mailsTo(address, 'NotBlockedError')
    const { rows } = await accounts.query<{ outcome: string | null }>(
      'select outcome from deliveries where channel_id = $1 and project_id = $2',
      [channelId, numberOf(away)],
    )
    expect(rows).toEqual([{ outcome: null }])
  })

  it('digests and mails for others while a server is away, and loses nothing of that one', async () => {
    const here = await newProject('main')
    const there = await newProject('second')
    await proxy.leave()
    await report('second', there, 'WaitingError')
    await reported('main', here, 'MeanwhileError')
    await mailsTo(here.session.email, 'MeanwhileError')
    expect(await count('second', 'issues', there)).toBe(0)
    const { away } = await readInstallationState(db, config, objectPayloadsOf(config))
    expect(away).toEqual(['second', 'away'])
    await proxy.comeBack()
    await until(
      () => count('second', 'issues', there),
      (issues) => issues === 1,
    )
    await mailsTo(there.session.email, 'WaitingError')
  })

  it('reports the state of each', async () => {
    const state = await readInstallationState(db, config, objectPayloadsOf(config))
    expect([state.buckets.map(({ name }) => name), state.away]).toEqual([['main', 'second'], ['away']])
    const metrics = await render([await installationSnapshot(state)])
    expect(metrics).toContain('bugle_bucket_up{bucket="second"} 1')
    expect(metrics).toContain('bugle_bucket_up{bucket="away"} 0')
    expect(metrics).toMatch(/bugle_queue_segments\{bucket="second"\} \d/)
  })
})

it('a sweep of orphans leaves the objects of other buckets alone', async () => {
  const here = await newProject('main')
  const there = await newProject('second')
  const store = new MemoryObjectStore()
  store.now = () => Date.now() - 90_000_000
  const { rows } = await accounts.query<{ id: string }>('select id from installation')
  const keyOf = (project: Reporter) => `bugle/${rows[0]!.id}/packs/${numberOf(project)}/${randomUUID()}`
  const [mine, theirs] = [keyOf(there), keyOf(here)]
  for (const key of [mine, theirs]) await store.put(key, Buffer.from('x'))
  const objects = new ObjectPayloads(store, { isWritten: true })
  const maintenance = newMaintenance(bucketDatabase(db, 'second'), { objects, bucket: 'second' })
  await until(
    () => inBucket('second', () => maintenance.runOnce()),
    (done) => done !== undefined && done.failures.length === 0,
  )
  expect([...store.objects.keys()]).toEqual([theirs])
  expect(mine).not.toBe(theirs)
})
