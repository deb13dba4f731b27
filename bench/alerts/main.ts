import { shown } from '../rows.ts'
import { measureLatency } from './latency.ts'
import { measurePreviews } from './preview.ts'
import { measureRules } from './rules.ts'

// Entry of `npm run bench -- --alerts [--quick]`: what alert rules cost.

const quick = process.argv.includes('--quick')

const { gathered, urgent, besideFaulty, passwordMail } = await measureLatency(quick ? 10 : 40)
const latencies = { gathered, urgent, 'urgent, beside faulty ones': besideFaulty }
for (const [name, { p50, p95 }] of Object.entries(latencies))
  console.log(`${`new issue to webhook, ${name}`.padEnd(50)} ${shown(p50)} / ${shown(p95)} ms (p50, p95)`)
console.log(`${'password mail, beside faulty channels'.padEnd(50)} ${shown(passwordMail)} ms`)
const { many, few } = await measureRules(quick ? 3 : 5, quick ? 15 : 30)
const figures = `${shown(median(many))} : ${shown(median(few))} µs`
print('CPU of an event, 1,000 rules : the first ones', figures, median(many) / median(few))

const events = quick ? 100_000 : 1_000_000
const { list, previews } = await measurePreviews(events, quick ? 20 : 50)
console.log(`\nover ${shown(events)} events, p50 and p95 in ms; ratio of p95 to that of the list of issues`)
const row = (name: string, { p50, p95 }: typeof list) => print(name, `${shown(p50)} / ${shown(p95)}`, p95 / list.p95)
row('list of issues', list)
for (const { trigger, latency } of previews) row(`preview of ${trigger}`, latency)
process.exit()

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print(name: string, figures: string, ratio: number): void {
  console.log(`${name.padEnd(45)} ${figures.padEnd(30)} ${ratio.toFixed(2)}`)
}
