// Usage: npx tsx scripts/head-model/train.ts [--leave-one-out | --check]
// Writes the weights of `packages/stacktrace/src/head-weights.ts`, learned from the pasted texts of `conformance/stacks/wild`.
// With --leave-one-out, prints how the texts of each held-out corpus are read by weights learned from all the others. With
// --check, writes nothing and fails if the weights are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  allCandidates,
  factsOf,
  isOfRules,
  isSure,
  minLead,
  ruledOf,
} from '../../packages/stacktrace/src/head-chooser.ts'
import { EndFacts, endFeaturesOf, endsOf } from '../../packages/stacktrace/src/head-ends.ts'
import { featuresOf } from '../../packages/stacktrace/src/head-features.ts'
import { type Heading, headings } from './headings.ts'

/** One choice: the features of each possibility, and the positions of the right ones. */
interface Example {
  features: string[][]
  right: number[]
}

type Weights = Map<string, number>

const rounds = 60
const rate = 0.3
const decay = 0.001

/** Learns the weights of a multinomial logistic regression, by gradient descent with a rate for each feature. */
function learn(examples: readonly Example[]): Weights {
  const weights: Weights = new Map()
  const squares: Weights = new Map()
  for (let round = 0; round < rounds; round++)
    for (const example of examples)
      for (const [feature, slope] of slopesOf(example, weights)) {
        const square = (squares.get(feature) ?? 0) + slope * slope
        squares.set(feature, square)
        const shrunk = (weights.get(feature) ?? 0) * (1 - decay * rate)
        weights.set(feature, shrunk + (rate * slope) / Math.sqrt(square + 1e-6))
      }
  return weights
}

function slopesOf({ features, right }: Example, weights: Weights): Weights {
  const scores = features.map((all) => scoreOf(all, weights))
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const sum = shares.reduce((all, share) => all + share, 0)
  const rightSum = right.reduce((all, index) => all + shares[index]!, 0) + 1e-12
  const slopes: Weights = new Map()
  for (const [index, share] of shares.entries()) {
    const slope = (right.includes(index) ? share / rightSum : 0) - share / sum
    if (Math.abs(slope) < 1e-4) continue
    for (const feature of features[index]!) slopes.set(feature, (slopes.get(feature) ?? 0) + slope)
  }
  return slopes
}

function scoreOf(features: readonly string[], weights: Weights): number {
  return features.reduce((all, feature) => all + (weights.get(feature) ?? 0), 0)
}

function bestOf(features: readonly string[][], weights: Weights, favorite = -1): number {
  const scores = features.map((all, index) => scoreOf(all, weights) + (index === favorite ? minLead : 0))
  return scores.indexOf(Math.max(...scores))
}

/** Prepares the choice of type and start of a text. */
function startsOf({ header, engine, byRules, isFirstSight, type, message }: Heading) {
  const facts = factsOf(header, engine, isFirstSight ? ruledOf(header, byRules) : undefined)
  const candidates = allCandidates(header, facts)
  const saysNothing = message === '-'
  const isByRules =
    (type === undefined || (byRules.exception_type ?? '-') === type) &&
    (message === undefined ||
      (saysNothing ? byRules.message === undefined : (byRules.message ?? '').startsWith(message.split('\n')[0]!)))
  const right = [...candidates.keys()].filter((index) => {
    const one = candidates[index]!
    if (one.form === 'form: rules') return isByRules
    const rest = header.slice(one.start).trim()
    return (
      (type === undefined || (one.type ?? '-') === type) &&
      (message === undefined || (saysNothing ? rest === '' : rest.startsWith(message)))
    )
  })
  return { facts, candidates, features: candidates.map((one) => featuresOf(one, facts)), right }
}

/** Prepares the choice of the end of a message that starts at a position. */
function endChoice(heading: Heading, start: number, tail: number) {
  const { header, engine, byRules, isFirstSight } = heading
  const rules = isFirstSight ? ruledOf(header, byRules) : undefined
  const ends = endsOf(header, { start, tail }, rules)
  const facts = new EndFacts(header, start, engine, rules)
  return { ends, features: ends.map((end) => endFeaturesOf(end, facts)) }
}

function learnAll(all: readonly Heading[]): { starts: Weights; ends: Weights } {
  const starts: Example[] = []
  const ends: Example[] = []
  for (const heading of all) {
    const { candidates, features, right } = startsOf(heading)
    const { header, type, message } = heading
    if (right.length === 0) continue
    if (type !== undefined && message !== undefined) starts.push({ features, right })
    if (message === undefined || message === '-') continue
    const start = header.indexOf(message, candidates[right[0]!]!.start)
    if (start < 0) continue
    const choice = endChoice(heading, start, candidates[right[0]!]!.tail)
    const isRight = (index: number) => header.slice(start, choice.ends[index]!.end).trim() === message
    const rightEnds = [...choice.ends.keys()].filter(isRight)
    if (rightEnds.length > 0) ends.push({ features: choice.features, right: rightEnds })
  }
  return { starts: learn(starts), ends: learn(ends) }
}

/** Prints weights as a table, without those that decide nothing. */
function tableOf(name: string, weights: Weights): string {
  const rows = [...weights].filter(([, weight]) => Math.abs(weight) >= 0.05).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = rows.map(([feature, weight]) => {
    const key = /^[a-z]\w*$/.test(feature) ? feature : `'${feature}'`
    return `  ${key}: ${Number(weight.toFixed(2))},`
  })
  return `export const ${name}: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n}\n`
}

/** Reads a text by the given weights, as the parser does with its own. */
function readBy({ starts, ends }: { starts: Weights; ends: Weights }, heading: Heading) {
  const { header, byRules } = heading
  const ruled = { type: byRules.exception_type ?? '-', message: byRules.message ?? '-' }
  if (header === '' || isSure(header, byRules)) return ruled
  const { candidates, features, facts } = startsOf(heading)
  const { rules } = facts
  const favorite = candidates.findIndex((one) => rules !== undefined && isOfRules(one, rules))
  const chosen = candidates[bestOf(features, starts, favorite)]!
  if (rules !== undefined && rules.end < 0 && (chosen.form === 'form: rules' || chosen.start === rules.start))
    return ruled
  let { start } = chosen
  while (header[start] === ' ' || header[start] === '\t') start++
  const choice = endChoice(heading, start, chosen.tail)
  const end = choice.ends[bestOf(choice.features, ends)]?.end ?? header.length
  return { type: chosen.type ?? '-', message: header.slice(start, end).trim() || '-' }
}

function percent(right: number, all: number): string {
  return `${((100 * right) / all).toFixed(1)} %`
}

/** Prints the shares of right types and messages of each corpus whose figures at first sight are known. */
function leaveOneOut(all: readonly Heading[]): void {
  for (const file of new Set(all.filter((one) => one.isFirstSight).map((one) => one.file))) {
    const weights = learnAll(all.filter((one) => one.file !== file))
    const some = all.filter((one) => one.file === file)
    const right = { type: 0, message: 0, ruledType: 0, ruledMessage: 0 }
    for (const heading of some) {
      const read = readBy(weights, heading)
      if (read.type === heading.type) right.type++
      if (read.message === heading.message) right.message++
      if ((heading.byRules.exception_type ?? '-') === heading.type) right.ruledType++
      if ((heading.byRules.message ?? '-') === heading.message) right.ruledMessage++
    }
    const shares = Object.values(right).map((count) => percent(count, some.length))
    console.log(`${file}: type ${shares[0]}, message ${shares[1]}; by the rules alone ${shares[2]}, ${shares[3]}`)
  }
}

const all = headings()
if (process.argv.includes('--leave-one-out')) leaveOneOut(all)
else {
  const { starts, ends } = learnAll(all)
  const target = new URL('../../packages/stacktrace/src/head-weights.ts', import.meta.url)
  const [comment = ''] = readFileSync(target, 'utf8').split('\n', 1)
  const made = `${comment}\n${tableOf('startWeights', starts)}${tableOf('endWeights', ends)}`
  if (!process.argv.includes('--check')) writeFileSync(target, made)
  else if (readFileSync(target, 'utf8') !== made) {
    console.error('The weights are out of date: run scripts/head-model/train.ts.')
    process.exitCode = 1
  }
}
