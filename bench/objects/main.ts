import { parseArgs } from 'node:util'
import { type Account, request } from '../../e2e/harness/account.ts'
import { Connection, getRequest } from '../../e2e/harness/connection.ts'
import { type Random, seededRandom } from '../../e2e/harness/random.ts'
import { missing, S3Server } from '../../e2e/objects/s3-server.ts'
import { latencyOf } from '../load-order.ts'
import { type PackingResult, packAll } from '../packing.ts'
import { preload } from '../preload.ts'
import { shown } from '../rows.ts'
import { type Subject, startSubject } from '../subject.ts'

// Entry of `npm run bench -- --objects [EVENTS] [--releases-in-turn]`: disk per event and reads of packed events, with payloads in the database and
// in a real S3 server on the same machine. Both installations run at once and are asked in turn, so that others on the machine
// disturb both alike.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'releases-in-turn': { type: 'boolean', default: false } },
})
const events = Number(positionals[0] ?? 100_000)
/** As many events in each issue as in the published run. */
const issues = Math.max(10, events / 200)
const reads = 600

if (missing !== undefined) throw new Error(`no S3 server: ${missing}`)
const s3 = await S3Server.start()
const places = [
  ['database', 'database'],
  ['store', s3.setting()],
] as const

interface Place {
  name: string
  subject: Subject
  packing: PackingResult
  ids: string[]
  took: number[]
}

const found: Place[] = []
for (const [name, BUGLE_OBJECTS] of places) {
  const subject = await startSubject(1, { BUGLE_INGEST_RATE: '1000000', BUGLE_OBJECTS }, undefined)
  const emptyBytes = await subject.data.bytes()
  const size = { events, issues, seed: 1, connections: 32, releasesInTurn: values['releases-in-turn'] }
  await preload(subject, size, (count) => console.error(`${name}: ${count}`))
  const packing = await packAll(subject, emptyBytes)
  found.push({ name, subject, packing, ids: await someEvents(subject.account, subject.projects[0]!.id), took: [] })
}

const random = seededRandom(1)
for (let read = 0; read < reads; read += 1)
  for (const { subject, ids, took } of found) took.push(await readOne(subject, ids, random))

for (const { name, packing, took } of found) {
  const { p50, p95, p99 } = latencyOf(took)
  console.log(
    `payloads in the ${name}: ${Math.round(packing.bytesAfter)} B of the database an event, ${packing.events} events; ` +
      `an event is read in ${shown(p50)} / ${shown(p95)} / ${shown(p99)} ms (p50, p95, p99 of ${took.length})`,
  )
  for (const table of packing.tables.slice(0, 5))
    console.log(`  ${table.name}: ${Math.round(table.bytes / packing.events)} B an event`)
}
for (const { subject } of found) await subject.close()
await s3.stop()
process.exit()

async function someEvents(account: Account, projectId: string): Promise<string[]> {
  const ids: string[] = []
  const { issues: largest } = await request(account, 'GET', `/api/projects/${projectId}/issues?sort=events&limit=50`)
  for (const { id } of largest) {
    const page = await request(account, 'GET', `/api/issues/${id}/events?limit=20`)
    ids.push(...page.events.map((event) => event.id))
  }
  return ids
}

async function readOne({ server, account }: Subject, ids: readonly string[], random: Random): Promise<number> {
  const connection = new Connection(server.port)
  const began = performance.now()
  const { status } = await new Promise<{ status: number }>((resolve) =>
    connection.send(getRequest(`/api/events/${random.pick(ids)}`, account.token), resolve),
  )
  const took = performance.now() - began
  connection.close()
  if (status !== 200) throw new Error(`an event gives ${status}`)
  return took
}
