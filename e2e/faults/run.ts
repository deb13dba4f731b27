import { parseProjectId } from '@bugle/protocol'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'
import { addBucket, type Bucket, projectsWithEvents, settingOf, startBucket } from './bucket.ts'
import { killProcess } from './kill-process.ts'
import { killFirstStarts, killTree } from './kill-tree.ts'
import { loseAccounts } from './lose-accounts.ts'
import { loseBucket, promptMails } from './lose-bucket.ts'
import { appId } from './marked-event.ts'
import { overload } from './overload.ts'
import type { ReconciliationRow } from './reconcile.ts'
import { restart } from './restart.ts'
import type { Scenario, Stage } from './scenario.ts'
import { Sender } from './sender.ts'
import { sentryWire } from './sentry-wire.ts'
import { stall, stallOnSignal } from './stall.ts'
import { stopDatabase } from './stop-database.ts'
import { verify } from './verify.ts'
import type { Wire } from './wire.ts'

export const scenarios = {
  tree: killTree,
  process: killProcess,
  restart,
  database: stopDatabase,
  overload,
  stall,
  sentry: killUnderSentry,
  bucket: loseBucket,
  accounts: loseAccounts,
} satisfies Record<string, Scenario>

export type Kind = keyof typeof scenarios

export interface RunOptions {
  kind: Kind
  kills: number
  seed: number
  long: boolean
  /** Whether the second project is in a bucket on a PostgreSQL of its own. */
  hasBucket?: boolean
  /** Events per second. */
  rate?: number
  log?: (line: string) => void
}

export interface Report {
  seed: number
  rows: ReconciliationRow[]
  /** Violations; the run passed if there are none. */
  faults: string[]
  figures: Record<string, number[]>
  acknowledged: number
  unanswered: number
  refused: number
  read: number
  /** The last errors in the server's log. */
  errors: string[]
}

/** Database servers beside the one that Bugle has of its own. */
interface DatabaseServers {
  /** That of the accounts, if Bugle has none of its own. */
  accounts: Bucket | undefined
  /** Those of buckets; each has a project. */
  buckets: Bucket[]
}

/** Does one run: a fresh installation, events at a steady rate, the faults, the reconciliation. */
export async function runFaults(options: RunOptions): Promise<Report> {
  const servers: DatabaseServers = { accounts: undefined, buckets: [] }
  try {
    const names = options.kind === 'accounts' ? ['second', 'third'] : options.hasBucket ? ['second'] : []
    for (const name of names) servers.buckets.push(await startBucket({ name }))
    if (options.kind === 'accounts') servers.accounts = await startBucket({ name: 'main' })
    return await runOn(servers, options)
  } finally {
    for (const server of [...servers.buckets, servers.accounts]) await server?.stop()
  }
}

async function runOn(
  { accounts, buckets }: DatabaseServers,
  { kind, kills, seed, long, rate = 120, log = () => {} }: RunOptions,
): Promise<Report> {
  const random = seededRandom(seed)
  const faults: string[] = []
  const figures: Record<string, number[]> = {}
  const database = {
    ...(accounts && { DATABASE_URL: accounts.url, PGSSLMODE: 'disable' }),
    ...(buckets.length > 0 && settingOf(buckets)),
  }
  const server = await BuiltServer[kind === 'tree' ? 'installEmpty' : 'install']({
    // One token exceeds 1000 a minute here; the limit has its own tests.
    BUGLE_INGEST_RATE: '1000000',
    // Small events over one sender's connections would never fill the usual 64 MB.
    ...(kind === 'overload' ? { BUGLE_INGEST_BYTES_IN_FLIGHT: '1MB' } : {}),
    ...(kind === 'bucket' ? promptMails : {}),
    ...database,
  })
  try {
    if (kind === 'tree') await killFirstStarts(server, random, log)
    server.start(kind === 'stall' ? stallOnSignal(server.dataDirectory) : {})
    await server.ready()
    for (const bucket of buckets) await addBucket(server, bucket, database)
    const account = await register(server.url, 'faults')
    const projects: Project[] = []
    for (const name of ['first', 'second', ...buckets.slice(1).map(({ name }) => name)])
      projects.push(await createProject(account, name, appId))
    const limits = kind === 'overload' ? { connections: 1500, timeoutMs: 30_000 } : {}
    const wire = kind === 'sentry' ? { wire: await openSentry(account, projects, server.port) } : {}
    const sender = new Sender({ port: server.port, projects, random, ...limits, ...wire })
    if (kind !== 'overload') sender.start(rate)
    await scenarios[kind]({
      server,
      accounts,
      bucket: buckets[0],
      account,
      projects,
      sender,
      random,
      kills,
      long,
      log,
      fault: (text) => faults.push(text),
      figure(name, value) {
        figures[name] = [...(figures[name] ?? []), value]
      },
    })
    await sender.finish()
    log(`sent ${sender.notes.length} events; comparing`)
    const verdict = await verify(account, projects, sender, random, kind === 'overload' ? 3000 : 1e9)
    for (const [index, bucket] of buckets.entries()) faults.push(...(await strangersIn(bucket, projects[index + 1]!)))
    const count = (outcome: string) => sender.notes.filter((note) => note.outcome === outcome).length
    return {
      seed,
      rows: verdict.rows,
      faults: [...faults, ...verdict.faults],
      figures,
      acknowledged: count('acknowledged'),
      unanswered: count('unanswered'),
      refused: count('refused'),
      read: verdict.read,
      errors: loggedErrors(server.output),
    }
  } finally {
    await server.remove()
  }
}

/** A bucket has events of its own project alone. */
async function strangersIn({ url }: Bucket, { id }: Project): Promise<string[]> {
  const found = await projectsWithEvents(url)
  const own = parseProjectId(id)
  return found.length === 1 && found[0] === own ? [] : [`the bucket of project ${own} has events of ${found.join()}`]
}

/** Kills everything and single processes in turn, while envelopes of Sentry's SDKs are sent. */
async function killUnderSentry(stage: Stage): Promise<void> {
  const half = Math.ceil(stage.kills / 2)
  await killTree({ ...stage, kills: half })
  await killProcess({ ...stage, kills: stage.kills - half })
}

async function openSentry(account: Account, projects: readonly Project[], port: number): Promise<Wire> {
  const keys = await Promise.all(
    projects.map(async ({ id }) => {
      const { dsn } = await request(account, 'POST', `/api/projects/${id}/dsn-keys`, {
        label: 'faults',
      })
      const { username: key, pathname } = new URL(dsn)
      return { key, number: pathname.slice(1) }
    }),
  )
  return sentryWire(port, keys)
}

/** Errors of the log (pino: level 50 and above), without duplicates, shortened. */
function loggedErrors(output: string): string[] {
  const kinds = new Map<string, string>()
  for (const line of output.split('\n'))
    if (/^\{"level":[56]0/.test(line)) kinds.set(line.replaceAll(/\d+|req_\w+/g, ''), line.slice(0, 1200))
  return [...kinds.values()].slice(-5)
}
