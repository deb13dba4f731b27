import { tmpdir } from 'node:os'
import pg from 'pg'
import { register } from '../../e2e/harness/account.ts'
import { runAdmin } from '../../e2e/harness/admin.ts'
import { BuiltServer, pause } from '../../e2e/harness/built-server.ts'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { LoadGenerator } from '../load.ts'
import { median } from '../rows.ts'
import { createProjects } from '../subject.ts'
import { Node } from './node.ts'

// Entry of `npm run bench -- --nodes [URL URL …]`: CPU of the busiest database server for an event, with all projects on the first
// server, and with as many buckets as there are servers. URLs are those of superusers; without any, two of Debian's PostgreSQL are
// started here. Rounds alternate, so that others on the machine disturb both alike.

const rounds = 3
const seconds = 20
/** For each server in use: a batch of a few events costs as much as one of many. */
const eventsPerSecond = 250
const projectCount = 24
const database = 'bugle_bench_nodes'

const started = process.argv.length > 2 ? [] : await startOwn(2)
const urls = process.argv.length > 2 ? process.argv.slice(2) : started.map(({ url }) => url)
const nodes = await Promise.all(urls.map((url, index) => Node.connect(`node ${index + 1}`, url)))
const load = await LoadGenerator.start({ seed: 1, projects: projectCount, issues: 200, perProject: 20_000 })

interface Round {
  events: number
  /** CPU of each server, in microseconds an event. */
  cpu: number[]
}

const found: { one: Round[]; all: Round[] } = { one: [], all: [] }
for (let round = 0; round < rounds; round += 1) {
  found.one.push(await measure(1))
  found.all.push(await measure(nodes.length))
}
const busiest = (list: readonly Round[]) => median(list.map(({ cpu }) => Math.max(...cpu)))
for (const [name, list] of Object.entries(found))
  for (const { events, cpu } of list)
    console.log(
      `${name === 'one' ? 1 : nodes.length} bucket(s): ${events} events, µs an event on each server: ${cpu.map(Math.round).join(', ')}`,
    )
const ratio = busiest(found.one) / busiest(found.all)
console.log(
  `${nodes.length} servers carry ${ratio.toFixed(2)} times the events of one at equal CPU of the busiest server (medians of ${rounds} rounds in turns)`,
)
load.close()
for (const node of nodes) {
  await node.dropDatabase(database)
  await node.end()
}
for (const server of started) await server.stop()
process.exit()

/** Sends as many events for each server to an installation whose projects are on this many, evenly. */
async function measure(count: number): Promise<Round> {
  const used = nodes.slice(0, count)
  const databases = await Promise.all(used.map((node) => node.newDatabase(database)))
  const [main, ...others] = databases
  const environment = {
    DATABASE_URL: main!,
    BUGLE_SECRET: 'a secret of the bench, of more than 32 characters',
    BUGLE_INGEST_RATE: '1000000',
    BUGLE_BUCKETS: others.map((url, index) => `bucket-${index + 2}=${url}`).join(','),
  }
  const server = await BuiltServer.install(environment)
  server.start()
  await server.ready()
  for (const [index] of others.entries()) {
    const { status, stderr } = await runAdmin(server, ['bucket', 'add', `bucket-${index + 2}`], environment)
    if (status !== 0) throw new Error(stderr)
  }
  const account = await register(server.url, 'bench')
  const projects = await createProjects(account, projectCount)
  const before = await Promise.all(nodes.map((node) => node.cpu()))
  const { acknowledged } = await load.run({
    port: server.port,
    tokens: projects.map(({ ingestToken }) => ingestToken),
    shape: { kind: 'open', rate: eventsPerSecond * count, seconds, connections: 64, giveUpMs: 5000 },
  })
  for (const url of databases) await drained(url)
  const after = await Promise.all(nodes.map((node) => node.cpu()))
  await server.remove()
  return {
    events: acknowledged,
    cpu: after.map((time, index) => (time - before[index]!) / acknowledged).slice(0, count),
  }
}

/** Waits until every acknowledged event is digested and its tags are counted. */
async function drained(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (;;) {
    const { rows } = await client.query<{ isEmpty: boolean }>(
      'select not exists (select 1 from segment_queue) and not exists (select 1 from count_queue) as "isEmpty"',
    )
    if (rows[0]!.isEmpty) break
    await pause(100)
  }
  await client.end()
}

async function startOwn(count: number) {
  if (!hasDebianPostgres) throw new Error('Name the servers by their URLs: PostgreSQL of Debian is not installed here.')
  // On the disk, as in production; tests have theirs in memory.
  return Promise.all(Array.from({ length: count }, () => startDebianPostgres({}, [], undefined, tmpdir())))
}
