import { pause } from '../../e2e/harness/built-server.ts'
import { readMemory } from '../../e2e/harness/memory.ts'
import { latencies } from '../half-load.ts'
import { LoadGenerator } from '../load.ts'
import type { Latency, Shape } from '../load-order.ts'
import { type CpuTimes, spentSince, totalOf } from '../measure.ts'
import { shown } from '../rows.ts'
import { startSubject } from '../subject.ts'
import { measureBarePipeline } from './bare-pipeline.ts'

// Entry of `npm run bench -- --calm`: what Bugle takes where there is little to do. CPU by part and transactions a
// second at rest, at 1, 10 and 100 events a second, and in a closed loop of 16 connections.

const seconds = { warmUp: 10, settle: 75, rest: 30, open: 30, closed: 20, visible: 15 }
/** Until everything is stored, deferred counts included. */
const afterMs = 6000
const projects = 30
const quick = process.argv.includes('--quick')
const scale = quick ? 1 / 3 : 1

const load = await LoadGenerator.start({ seed: 1, projects, issues: 600, perProject: 30 })
// Events as fast as they are acknowledged would meet the limit.
const subject = await startSubject(projects, { BUGLE_INGEST_RATE: '1000000' }, undefined)
const { port } = subject.server
const order = (shape: Shape) => ({ port, tokens: subject.tokens, shape })
const open = (rate: number, duration: number): Shape => ({
  kind: 'open',
  rate,
  seconds: duration,
  connections: 64,
  giveUpMs: 10_000,
})
const closed = (duration: number): Shape => ({ kind: 'closed', connections: 16, seconds: duration })

await load.run(order(closed(seconds.warmUp)))
// Vacuum, packing and idle connections are work of the warm-up.
await pause(seconds.settle * 1000)
print('phase', 'CPU', 'http, digest, supervisor, database', 'transactions', 'acknowledged, visible')

const rest = await spend(() => pause(seconds.rest * 1000 * scale))
const memory = readMemory(subject.server.dataDirectory)
row('at rest', rest, 0)

for (const rate of [1, 10, 100]) {
  await load.run(order(open(rate, 5)))
  let sent = 0
  const spent = await spend(async () => {
    sent = (await load.run(order(open(rate, seconds.open * scale)))).acknowledged
    await pause(afterMs)
  })
  const { ack, visible } = await latencies(subject, load, rate, seconds.visible * scale)
  row(`${rate} a second`, spent, sent, `${latency(ack)}, ${latency(visible)} ms (p50, p99)`)
}

await load.run(order(closed(5)))
let sent = 0
const spent = await spend(async () => {
  sent = (await load.run(order(closed(seconds.closed * scale)))).acknowledged
  await pause(afterMs)
})
row('16 connections', spent, sent, `${shown(sent / (totalOf(spent.cpu) / 1e6))} events per CPU-second`)
await pause(seconds.settle * 1000)
for (const { rate, statements } of [
  { rate: 10, statements: 12 },
  { rate: 10, statements: 1 },
  { rate: 100, statements: 12 },
]) {
  const cpu = await measureBarePipeline(load, subject, { rate, seconds: seconds.open * scale, statements })
  const parts = [cpu.server, cpu.digest, cpu.supervisor, cpu.database].map((part) => shown(part / 1000)).join(', ')
  print(`bare, ${statements} st.`, `${rate} a second: ${shown(totalOf(cpu) / 1000)} ms an event`, `${parts} ms`)
}
console.log(`memory at rest (PSS): ${shown(memory.allBytes / 1e6)} MB, database included`)
load.close()
await subject.close()
process.exit()

interface Spent {
  cpu: CpuTimes
  seconds: number
  transactions: number
}

async function spend(work: () => Promise<void>): Promise<Spent> {
  const transactions = await subject.data.transactions()
  const cpu = subject.cpu()
  const beganAt = performance.now()
  await work()
  const took = (performance.now() - beganAt) / 1000
  const spent = spentSince(cpu, subject.cpu())
  return { cpu: spent, seconds: took, transactions: ((await subject.data.transactions()) - transactions) / took }
}

function row(name: string, { cpu, seconds: took, transactions }: Spent, events: number, more = ''): void {
  const share = `${shown((totalOf(cpu) / took / 1e6) * 100)} % of a core`
  const each = events === 0 ? '' : `, ${shown(totalOf(cpu) / events / 1000)} ms an event`
  const unit = events === 0 ? took * 10_000 : events * 1000
  const parts = [cpu.server, cpu.digest, cpu.supervisor, cpu.database].map((part) => shown(part / unit)).join(', ')
  print(name, share + each, parts + (events === 0 ? ' %' : ' ms'), `${shown(transactions)}/s`, more)
}

function latency({ p50, p99 }: Latency): string {
  return `${shown(p50)} / ${shown(p99)}`
}

function print(...columns: string[]): void {
  const widths = [15, 36, 38, 13]
  console.log(columns.map((column, index) => column.padEnd(widths[index] ?? 0)).join(' '))
}
