import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Config, describeUnknown } from '../../config.ts'
import { bucketDatabase, bucketNames, bucketPlaces, mainBucket } from '../../db/buckets.ts'
import { compareSchema, unreleasedRemedy } from '../../db/compare-schema.ts'
import { type Database, openDatabase, type Queryable } from '../../db/database.ts'
import { reasonOf } from '../../db/database-unavailable.ts'
import { readMigrationFiles } from '../../db/migration-files.ts'
import { findRecordedSchema } from '../../db/recorded-schema-store.ts'
import { countObjects, type ObjectPayloads } from '../../domains/objects/index.ts'
import { digestStateOf } from '../../domains/pipeline/index.ts'
import { findBucketNames } from '../../domains/projects/index.ts'
import { ownCommand } from '../../lib/own-command.ts'
import { CannotOpen, type Sealer } from '../../ports/sealer.ts'
import { findSecret } from '../../secret-file.ts'
import { formatBytes } from '../format-bytes.ts'
import { plural } from '../plural.ts'
import { findSealed, sealedColumns } from '../sealed-store.ts'
import type { FoundDatabase } from '../with-database.ts'
import { type Check, fail, formatDuration, ok, statusOf, warn } from './check.ts'
import { checkArchive } from './check-archive.ts'
import { checkPlacement } from './check-placement.ts'
import { type DatabaseFacts, findDiskState, readDatabaseFacts, readFlow } from './doctor-store.ts'
import { checkOpenFiles } from './open-files.ts'

export interface DoctorDeps {
  config: Config
  version: string
  withDatabase: <T>(work: (found: FoundDatabase) => Promise<T>) => Promise<T>
  sealer: () => Sealer
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  /** Connects to the mail server, with TLS and login as for a mail. */
  checkMailServer: () => Promise<void>
  now: () => Date
}

/**
 * Checks everything that an installation depends on. The order matters: permissions of files are checked before the
 * database, because a start of the database, if the server is down, repairs its own.
 */
export async function runChecks(deps: DoctorDeps): Promise<Check[]> {
  const { config } = deps
  return [
    ...checkVersion(deps.version),
    ...checkSettings(config),
    ...(await checkFiles(config)),
    ...(await checkOpenFiles()),
    ...(await checkDatabase(deps)),
    ...(await checkArchive(config, deps.now())),
    await checkServer(config),
    await checkMail(deps),
  ]
}

const oldestNode = [20, 20, 2]
const oldestMaintained = 22

function checkVersion(version: string): Check[] {
  const node = process.versions.node.split('.').map(Number)
  const text = `Bugle ${version}, Node ${process.versions.node}`
  const differing = oldestNode.findIndex((part, index) => node[index] !== part)
  if (differing !== -1 && node[differing]! < oldestNode[differing]!)
    return [
      fail('version', text, `Use Node ${oldestNode.join('.')} or later: a request header can crash earlier ones.`),
    ]
  if (node[0]! < oldestMaintained)
    return [
      warn(
        'version',
        text,
        `Use Node ${oldestMaintained} or 24: Node ${node[0]} has had no security fixes since April 2026.`,
      ),
    ]
  return [ok('version', text)]
}

function checkSettings(config: Config): Check[] {
  const { url, HOST, BUGLE_TRUST_PROXY, BUGLE_WORKERS, BUGLE_SECRET_PREVIOUS, unknown } = config
  const { protocol, hostname } = new URL(url)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname)
  if (protocol === 'http:' && !isLocal)
    return [
      warn(
        'settings',
        `BUGLE_URL is ${url}`,
        'Passwords and tokens cross the network unencrypted. Put a proxy with TLS in front of the server.',
      ),
    ]
  if (protocol === 'https:' && BUGLE_TRUST_PROXY === 0)
    return [
      warn(
        'settings',
        `BUGLE_URL is ${url}, BUGLE_TRUST_PROXY is 0`,
        'Set BUGLE_TRUST_PROXY to the number of proxies in front of the server (usually 1): limits count by address, and now see only the proxy’s.',
      ),
    ]
  if (BUGLE_SECRET_PREVIOUS !== undefined)
    return [warn('settings', 'BUGLE_SECRET_PREVIOUS is set', 'Run rotate-secret, then start the server without it.')]
  if (unknown.length > 0)
    return [
      warn(
        'settings',
        unknown.map(describeUnknown).join(' '),
        `Correct the name, or remove the variable: \`${ownCommand.help}\` lists all settings.`,
      ),
    ]
  return [ok('settings', `${url} on ${HOST}, ${BUGLE_WORKERS} ingest ${BUGLE_WORKERS === 1 ? 'process' : 'processes'}`)]
}

/**
 * Checks permissions. Others may traverse the data directory (the database's account must, under root), but read
 * nothing in it.
 */
async function checkFiles(config: Config): Promise<Check[]> {
  const { dataDirectory, DATABASE_URL, BUGLE_SECRET } = config
  const checks: Check[] = []
  const directory = await stat(dataDirectory).catch(() => undefined)
  const me = process.geteuid?.() ?? 0
  // Database and secret are elsewhere; only mails without a mail server are written there.
  if (directory === undefined && DATABASE_URL !== undefined && BUGLE_SECRET !== undefined)
    return [ok('data', `${dataDirectory} does not exist, and is not needed`), ok('secret', 'set by BUGLE_SECRET')]
  if (directory === undefined)
    return [fail('data', `${dataDirectory} does not exist`, 'Set BUGLE_DATA to the server’s value.')]
  if (directory.uid !== me)
    checks.push(
      warn(
        'data',
        `${dataDirectory} belongs to user ${directory.uid}, this command runs as ${me}`,
        'Run this as the user who runs the server.',
      ),
    )
  else if ((directory.mode & 0o022) !== 0)
    checks.push(fail('data', `others may write into ${dataDirectory}`, `chmod go-w ${dataDirectory}`))
  else checks.push(ok('data', dataDirectory))
  const secret = await stat(join(dataDirectory, 'secret')).catch(() => undefined)
  if (config.BUGLE_SECRET !== undefined) checks.push(ok('secret', 'set by BUGLE_SECRET'))
  else if (secret === undefined)
    checks.push(warn('secret', 'does not exist yet', 'The next start generates it. Keep it with your backups.'))
  else if ((secret.mode & 0o077) !== 0)
    checks.push(fail('secret', 'others may read it', `chmod 600 ${join(dataDirectory, 'secret')}, and rotate-secret`))
  else checks.push(ok('secret', 'in the data directory, readable by its owner alone'))
  const open = await findOpen(dataDirectory)
  if (open.length > 0)
    checks.push(
      fail(
        'rights',
        `others may read ${open.join(', ')}`,
        `chmod go-rwx ${open.map((name) => join(dataDirectory, name)).join(' ')}`,
      ),
    )
  return checks
}

/** Returns private files and folders of the data directory that others can read. */
async function findOpen(dataDirectory: string): Promise<string[]> {
  const names = ['outbox', 'postgres/password', 'postgres/cluster']
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(dataDirectory, name)).catch(() => undefined))?.mode),
  )
  return names.filter((_, index) => ((modes[index] ?? 0) & 0o077) !== 0)
}

async function checkDatabase(deps: DoctorDeps): Promise<Check[]> {
  try {
    return await deps.withDatabase((found) => checkConnectedDatabase(deps, found))
  } catch (error) {
    const advice =
      deps.config.DATABASE_URL === undefined
        ? 'Check the last lines of the server’s log, and that BUGLE_DATA has the server’s value.'
        : 'Check that DATABASE_URL is correct, and that the database server runs and accepts this machine.'
    return [fail('database', `unreachable: ${reasonOf(error)}`, advice)]
  }
}

async function checkConnectedDatabase(deps: DoctorDeps, { db: all, kind }: FoundDatabase): Promise<Check[]> {
  const db = bucketDatabase(all, mainBucket)
  const facts = await readDatabaseFacts(db)
  const where = { external: 'external', running: 'embedded, running', started: 'embedded, started for this check' }[
    kind
  ]
  const checks = [...serverChecks(facts, where), checkClock(facts.now * 1000 - deps.now().getTime())]
  const schema = await checkMigrations(db)
  checks.push(schema.check)
  return schema.isUsable
    ? [
        ...checks,
        ...(await checkFlow(db)),
        ...(await checkDisk(deps, db, kind)),
        ...(await checkObjects(deps, db)),
        ...(await checkSealed(deps, db)),
        ...(await checkBuckets(deps, all)),
      ]
    : checks
}

/** Checks the server itself. @param where says whose it is */
function serverChecks(facts: DatabaseFacts, where: string): Check[] {
  return [
    facts.versionNumber < 150_000
      ? fail('database', `PostgreSQL ${facts.version}`, 'Use PostgreSQL 15 or later.')
      : ok('database', `PostgreSQL ${facts.version}, ${where}`),
    facts.fsync === 'on' && facts.synchronousCommit !== 'off' && facts.fullPageWrites === 'on'
      ? ok('durability', 'fsync, synchronous_commit and full_page_writes are on')
      : fail(
          'durability',
          `fsync ${facts.fsync}, synchronous_commit ${facts.synchronousCommit}, full_page_writes ${facts.fullPageWrites}`,
          'Turn all three on: acknowledged events must survive a power failure.',
        ),
    facts.usedConnections > facts.maxConnections * 0.85
      ? warn(
          'connections',
          `${facts.usedConnections} of ${facts.maxConnections}`,
          'Raise max_connections, or lower BUGLE_DATABASE_CONNECTIONS.',
        )
      : ok('connections', `${facts.usedConnections} of ${facts.maxConnections}`),
  ]
}

/** Checks the servers of the buckets beside the main one, and that the settings name all buckets. */
async function checkBuckets(deps: DoctorDeps, db: Database): Promise<Check[]> {
  const names = bucketNames(db)
  const unnamed = (await findBucketNames(bucketDatabase(db, mainBucket))).filter((name) => !names.includes(name))
  const checks: Check[] = unnamed.map((name) =>
    fail(
      `bucket ${name}`,
      'BUGLE_BUCKETS does not name it',
      'Set BUGLE_BUCKETS to the server’s value: without it, the server does not start.',
    ),
  )
  for (const [name, place] of Object.entries(bucketPlaces(db)))
    checks.push(...(await checkBucket(deps, name, { db: bucketDatabase(db, name), place })))
  return checks
}

/** Checks the server of a bucket. Its schema is read on a connection that leads nowhere else. */
async function checkBucket(
  deps: DoctorDeps,
  name: string,
  { db, place }: { db: Database; place: pg.PoolConfig },
): Promise<Check[]> {
  const named = (check: Check): Check => ({ ...check, name: `bucket ${name}: ${check.name}` })
  const alone = openDatabase({ connection: place, connections: 1 })
  try {
    const facts = await readDatabaseFacts(alone)
    const schema = await checkMigrations(alone)
    const checks = [...serverChecks(facts, 'external'), checkClock(facts.now * 1000 - deps.now().getTime())]
    if (!schema.isUsable) return [...checks, schema.check].map(named)
    return [
      ...checks,
      schema.check,
      ...(await checkFlow(db)),
      ...(await checkDisk(deps, db, 'external')),
      ...(await checkObjects(deps, db)),
      ...(await checkPlacement(db)),
    ].map(named)
  } catch (error) {
    return [
      fail(
        `bucket ${name}`,
        `unreachable: ${reasonOf(error)}`,
        'Its projects are refused with 503 meanwhile; other buckets are served. Check its address in BUGLE_BUCKETS, and that the server runs.',
      ),
    ]
  } finally {
    await alone.end()
  }
}

async function checkMigrations(db: Queryable): Promise<{ check: Check; isUsable: boolean }> {
  const recorded = await findRecordedSchema(db)
  if (recorded === undefined)
    return {
      check: warn('schema', 'no tables yet', 'The first start of the server creates them.'),
      isUsable: false,
    }
  const state = compareSchema(recorded, await readMigrationFiles())
  if (state.kind === 'unreleased')
    return { check: fail('schema', `the tables ${state.why}`, unreleasedRemedy), isUsable: false }
  if (state.kind === 'tooNew')
    return {
      check: fail(
        'schema',
        `the tables ${state.why}`,
        'Use that release again, or restore the backup from before the upgrade.',
      ),
      isUsable: false,
    }
  const { pending, newer } = state
  if (newer.length > 0)
    return {
      check: warn(
        'schema',
        `migrated by a newer Bugle: ${newer.join(', ')}`,
        'Use that release again; this one can run alongside it for a limited time.',
      ),
      isUsable: true,
    }
  if (pending.length > 0)
    return {
      check: warn(
        'schema',
        `${pending.length} pending: ${pending.join(', ')}`,
        'The next start applies them. Make a backup first.',
      ),
      isUsable: false,
    }
  return { check: ok('schema', `up to date (${recorded.migrations.at(-1)?.name})`), isUsable: true }
}

const clockBounds = [2, 60] as const

function checkClock(aheadMs: number): Check {
  const seconds = Math.abs(aheadMs) / 1000
  const text =
    seconds < 0.5 ? 'agrees with the database’s clock' : `differs from the database’s by ${formatDuration(seconds)}`
  const status = statusOf(seconds, clockBounds)
  const advice =
    'Synchronize the clocks of both machines (chrony, systemd-timesyncd): second-factor codes depend on them.'
  return status === 'ok' ? ok('clock', text) : { name: 'clock', status, text, advice }
}

const queueBounds = [30, 300] as const
const jobBounds = [600, 6 * 3600] as const
const aheadBounds = [5, 300] as const

async function checkFlow(db: Queryable): Promise<Check[]> {
  const flow = await readFlow(db)
  const isFailing = digestStateOf({ oldestSeconds: flow.oldestSegmentSeconds, attempts: flow.attempts }) === 'failing'
  const queue = isFailing ? 'fail' : statusOf(flow.oldestSegmentSeconds, queueBounds)
  const jobs = statusOf(flow.oldestJobSeconds, jobBounds)
  const waiting = `${flow.segments} segments waiting${flow.segments === 0 ? '' : `, the oldest for ${formatDuration(flow.oldestSegmentSeconds)}`}`
  const last =
    flow.lastEventSeconds === null
      ? 'no event yet'
      : `the last event arrived ${formatDuration(flow.lastEventSeconds)} ago`
  const checks: Check[] = [
    queue === 'ok'
      ? ok('queue', `${waiting}; ${last}`)
      : {
          name: 'queue',
          status: queue,
          text: waiting,
          advice: isFailing
            ? `Digest has tried ${flow.attempts} times: search the log for «digest».`
            : 'Check whether the server runs, and whether the machine or the database is overloaded.',
        },
    jobs === 'ok'
      ? ok('jobs', `${flow.jobs} waiting`)
      : {
          name: 'jobs',
          status: jobs,
          text: `${flow.jobs} waiting, the oldest for ${formatDuration(flow.oldestJobSeconds)}`,
          advice: 'Mails are not being sent: see «mail» below, and search the log for «a job failed».',
        },
  ]
  if (flow.damaged > 0)
    checks.push(
      fail(
        'damage',
        `${plural(flow.damaged, 'segment')} cannot be read and were set aside`,
        'Check the disk. Their events are counted, but lost unless a backup has them; search the log for «set aside» to find out when.',
      ),
    )
  if (flow.aheadSeconds >= aheadBounds[0])
    checks.push({
      name: 'times',
      status: statusOf(flow.aheadSeconds, aheadBounds),
      text: `the newest event was received ${formatDuration(flow.aheadSeconds)} in the future`,
      advice: 'The database’s clock was ahead, or is behind now. This resolves itself when that time has passed.',
    })
  return checks
}

const lowBytes = 1024 ** 3
const fullBytes = 96 * 1024 ** 2
const staleSeconds = 60

async function checkDisk({ config }: DoctorDeps, db: Queryable, kind: FoundDatabase['kind']): Promise<Check[]> {
  const checks: Check[] = []
  if (kind !== 'external') {
    const { bavail, bsize } = await statfs(config.dataDirectory)
    const free = bavail * bsize
    const advice = 'Free disk space, or lower BUGLE_MAX_DISK below the size of the disk.'
    const text = `${formatBytes(free)} free`
    checks.push(
      free < fullBytes ? fail('disk', text, advice) : free < lowBytes ? warn('disk', text, advice) : ok('disk', text),
    )
  }
  const state = await findDiskState(db)
  if (state === undefined) return checks
  const most =
    state.largest === null ? '' : `; «${state.largest.name}» stores most, ${formatBytes(state.largest.usedBytes)}`
  const text = `${formatBytes(state.usedBytes)} of ${formatBytes(config.BUGLE_MAX_DISK)}${most}`
  if (!state.hasRoom && state.ageSeconds < staleSeconds)
    checks.push(
      fail(
        'budget',
        `${text}: ingest responds with 503 storage_full`,
        'Raise BUGLE_MAX_DISK, shorten BUGLE_RETENTION, or free disk space.',
      ),
    )
  else if (state.usedBytes > config.BUGLE_MAX_DISK * 0.85)
    checks.push(
      warn(
        'budget',
        text,
        'Projects above their fair share lose their oldest events. Raise BUGLE_MAX_DISK to keep more.',
      ),
    )
  else if (kind !== 'started' && state.ageSeconds > staleSeconds)
    checks.push(
      warn(
        'budget',
        `last measured ${formatDuration(state.ageSeconds)} ago`,
        'The worker role does not run, or is busy packing. It measures every few seconds.',
      ),
    )
  else checks.push(ok('budget', text))
  return checks
}

/** Asks the object store, if there is one, or should be. */
async function checkObjects({ config, objects }: DoctorDeps, db: Queryable): Promise<Check[]> {
  const { objects: count, objectBytes } = await countObjects(db)
  const { BUGLE_OBJECTS: address } = config
  if (address === undefined)
    return count === 0
      ? []
      : [
          fail(
            'objects',
            `${plural(count, 'payload')} of packed events are in an object store, and none is set`,
            'Set BUGLE_OBJECTS to it again: these events cannot be read.',
          ),
        ]
  const where = `${address.origin}/${address.bucket}`
  const stored = `${plural(count, 'object')}, ${formatBytes(objectBytes)} of ${formatBytes(config.BUGLE_MAX_OBJECTS)}`
  try {
    await objects.check()
  } catch (error) {
    return [
      fail(
        'objects',
        `${where}: ${(error as Error).message}`,
        'Check BUGLE_OBJECTS and its key. Events are accepted meanwhile; packed ones cannot be read, and packing waits.',
      ),
    ]
  }
  return [
    objectBytes > config.BUGLE_MAX_OBJECTS * 0.85
      ? warn('objects', `${where}: ${stored}`, 'Projects above their fair share lose their oldest events.')
      : ok('objects', `${where} responds; ${stored}`),
  ]
}

/** Opens the first text of each encrypted column, so that a wrong BUGLE_SECRET is found before somebody logs in. */
async function checkSealed({ config, sealer }: DoctorDeps, db: Queryable): Promise<Check[]> {
  for (const column of sealedColumns) {
    const [row] = await findSealed(db, column, undefined, 1)
    if (row === undefined || findSecret(config) === undefined) continue
    try {
      sealer().open(row.sealed, column.belongsTo(row.key))
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error
      return [
        fail(
          'encryption',
          `${column.table} cannot be decrypted with this secret`,
          'Set BUGLE_SECRET, or BUGLE_SECRET_PREVIOUS, to the one that encrypted it.',
        ),
      ]
    }
  }
  return [ok('encryption', 'encrypted data can be decrypted')]
}

const timeoutMs = 5000

async function checkServer({ HOST, PORT }: Config): Promise<Check> {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST.includes(':') ? `[${HOST}]` : HOST
  const address = `http://${host}:${PORT}`
  try {
    const { status } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    if (status === 200) return ok('server', `ready on ${address}`)
    return fail(
      'server',
      `${address}/readyz responds with ${status}`,
      'It is starting, stopping, or waiting for its database: check its log.',
    )
  } catch {
    return warn(
      'server',
      `no response from ${address}`,
      'Start the server, or give this command the server’s HOST and PORT.',
    )
  }
}

async function checkMail({ config, checkMailServer }: DoctorDeps): Promise<Check> {
  const { BUGLE_SMTP_URL: smtp, dataDirectory, sender } = config
  if (smtp === undefined) {
    const outbox = join(dataDirectory, 'outbox')
    const files = await readdir(outbox).catch(() => [])
    const mails = files.filter((file) => file.endsWith('.eml')).length
    return warn(
      'mail',
      `no mail server is set; ${mails} mails are in ${outbox}`,
      'Set BUGLE_SMTP_URL and BUGLE_MAIL_FROM to send them.',
    )
  }
  const where = `${smtp.host}:${smtp.port}`
  try {
    await checkMailServer()
    return ok('mail', `${where} accepts mails from ${sender.address}`)
  } catch (error) {
    return fail(
      'mail',
      `${where} does not accept mails: ${reasonOf(error)}`,
      'Check BUGLE_SMTP_URL: host, port, login, TLS.',
    )
  }
}
