import { shown } from '../rows.ts'
import { measureRules } from './rules.ts'

// Entry of `npm run bench -- --alerts [--quick]`: what alert rules cost.

const quick = process.argv.includes('--quick')

const { many, few } = await measureRules(quick ? 3 : 5, quick ? 15 : 30)
const figures = `${shown(median(many))} : ${shown(median(few))} µs`
print('CPU of an event, 1,000 rules : the first ones', figures, median(many) / median(few))
process.exit()

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print(name: string, figures: string, ratio: number): void {
  console.log(`${name.padEnd(45)} ${figures.padEnd(30)} ${ratio.toFixed(2)}`)
}
