import { parseArgs } from 'node:util'
import { request } from '../../e2e/harness/account.ts'
import { type BuiltServer, pause } from '../../e2e/harness/built-server.ts'
import { drained } from '../drain.ts'
import { latencies } from '../half-load.ts'
import { LoadGenerator } from '../load.ts'
import { describeMachine } from '../machine.ts'
import { spentSince, totalOf } from '../measure.ts'
import { packAll } from '../packing.ts'
import { median, shown } from '../rows.ts'
import { startSubject } from '../subject.ts'
import { type Costs, eventsCarried, membersCarried, needsOf } from './size.ts'

// Entry of `npm run bench -- --slo`: what this machine promises (docs/slo.md): latencies at steady rates, recovery times, and
// what it carries. --rate, --members and --keep say what you have, and it prints what that takes.

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rate: { type: 'string', default: '10' },
    members: { type: 'string', default: '20' },
    keep: { type: 'string', default: '90' },
  },
})
const demand = { eventsPerSecond: Number(values.rate), members: Number(values.members), keptDays: Number(values.keep) }
const seconds = values.quick ? { warmUp: 3, closed: 5, open: 5 } : { warmUp: 10, closed: 20, open: 30 }
const pages = values.quick ? 20 : 200
const restarts = values.quick ? 1 : 5
const projects = 30

const load = await LoadGenerator.start({ seed: 1, projects, issues: 600, perProject: 30 })
const subject = await startSubject(projects, { BUGLE_INGEST_RATE: '1000000' }, undefined)
const { server, tokens, account } = subject
const emptyBytes = await subject.data.bytes()
const closed = (duration: number) =>
  load.run({ port: server.port, tokens, shape: { kind: 'closed', connections: 64, seconds: duration } })

await closed(seconds.warmUp)
await drained(subject)
let before = subject.cpu()
const { acknowledged } = await closed(seconds.closed)
await drained(subject)
const eventCpu = totalOf(spentSince(before, subject.cpu())) / acknowledged
const fastest = acknowledged / seconds.closed

const half = Math.round(Math.min(fastest / 2, 2000))
const rows: [string, string, string][] = []
for (const rate of [10, 100, half].filter((one) => one <= half)) {
  const { ack, visible } = await latencies(subject, load, rate, seconds.open)
  const three = ({ p50, p95, p99 }: typeof ack) => [p50, p95, p99].map(shown).join(' / ')
  rows.push([`${rate} events a second: acknowledged after`, `${three(ack)} ms`, 'p50 / p95 / p99'])
  rows.push([`${rate} events a second: readable after`, `${three(visible)} ms`, 'p50 / p95 / p99'])
}

await drained(subject)
before = subject.cpu()
for (let page = 0; page < pages; page += 1) await openPage()
const pageCpu = totalOf(spentSince(before, subject.cpu())) / pages
const packing = await packAll(subject, emptyBytes)
const costs: Costs = {
  eventMicroseconds: eventCpu + totalOf(packing.cpu),
  pageMicroseconds: pageCpu,
  eventBytes: packing.bytesAfter,
}

const recovery: Record<'killed' | 'stopped' | 'stopping', number[]> = { killed: [], stopped: [], stopping: [] }
for (let restart = 0; restart < restarts; restart += 1) {
  await server.kill()
  recovery.killed.push(await secondsToReady(server))
  const began = performance.now()
  await server.stop()
  recovery.stopping.push((performance.now() - began) / 1000)
  recovery.stopped.push(await secondsToReady(server))
}
rows.push(['ready again after kill -9 of every process', spread(recovery.killed), `median, longest of ${restarts}`])
rows.push(['stopped in order within', spread(recovery.stopping), `median, longest of ${restarts}`])
rows.push(['ready again after that', spread(recovery.stopped), `median, longest of ${restarts}`])
load.close()
await subject.close()

const { processor, cores, memoryGb, system, node, date } = describeMachine()
rows.push(['CPU of an event, packing included', `${shown(costs.eventMicroseconds)} µs`, `${acknowledged} events`])
rows.push(['CPU of a page of the dashboard', `${shown(costs.pageMicroseconds / 1000)} ms`, `${pages} pages`])
rows.push(['disk of an event', `${shown(costs.eventBytes)} B`, 'packed'])
rows.push([
  'events a second that this machine carries',
  shown(eventsCarried(costs, cores, demand.members)),
  `with ${demand.members} members, half of the CPU`,
])
rows.push([
  'members that this machine carries',
  shown(membersCarried(costs, cores)),
  '200 pages a day each, half of the CPU',
])
const needs = needsOf(costs, demand)
const what = `${demand.eventsPerSecond} events a second, ${demand.members} members, kept ${demand.keptDays} days`
rows.push([`${what}: cores`, shown(needs.cores), 'half of their CPU is used'])
rows.push([`${what}: disk a day`, `${shown(needs.diskADay / 1e9)} GB`, ''])
rows.push([`${what}: disk`, `${shown(needs.disk / 1e9)} GB`, ''])
console.log(`${date} · ${processor}, ${cores} cores, ${memoryGb} GB · ${system} · Node ${node}\n`)
console.log('| figure | measured | |\n|---|---|---|')
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
process.exit()

/** Sends the requests of the list and of an issue. */
async function openPage(): Promise<void> {
  const { issues } = await request(account, 'GET', '/api/issues?limit=50')
  const { id } = issues[Math.floor(Math.random() * issues.length)]!
  await request(account, 'GET', `/api/issues/${id}?include=latest_event,stats,tags`)
  await request(account, 'GET', `/api/issues/${id}/activity`)
  await request(account, 'GET', `/api/issues/${id}/events?limit=20`)
}

async function secondsToReady(server: BuiltServer): Promise<number> {
  const began = performance.now()
  server.start()
  await server.ready()
  await pause(500)
  return (performance.now() - began - 500) / 1000
}

function spread(taken: readonly number[]): string {
  return `${shown(median(taken))}, ${shown(Math.max(...taken))} s`
}
