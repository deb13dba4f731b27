import { shown } from '../rows.ts'
import { measureRules } from './rules.ts'

// Entry of `npm run bench -- --alerts [--quick]`: what alert rules cost.

const quick = process.argv.includes('--quick')

const { on, off } = await measureRules(quick ? 1 : 5, quick ? 10 : 20)
print(
  'CPU of an event, 1,000 rules on : off',
  `${shown(median(on))} : ${shown(median(off))} µs`,
  median(on) / median(off),
)
process.exit()

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print(name: string, figures: string, ratio: number): void {
  console.log(`${name.padEnd(45)} ${figures.padEnd(30)} ${ratio.toFixed(2)}`)
}
