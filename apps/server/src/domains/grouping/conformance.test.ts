import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fingerprintOf, type GroupingInput, groupingOf } from './fingerprint.ts'

interface Case {
  name: string
  expected: 'one' | 'several'
  why: string
  events: GroupingInput[]
}

const directory = join(import.meta.dirname, '../../../../../conformance/grouping')
const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
const read = (file: string): Case[] => JSON.parse(readFileSync(join(directory, file), 'utf8'))

/** Whether a case passes: `one` if all events are in one group, `several` if no two are. */
function isRight({ expected, events }: Case): boolean {
  const groups = new Set(events.map((event) => fingerprintOf(groupingOf(event))))
  return groups.size === (expected === 'one' ? 1 : events.length)
}

/**
 * Returns the mean of the pass rates of both kinds. Failing cases of `one` are over-splitting, of `several`
 * over-merging.
 */
function scoreOf(what: string, cases: Case[]): number {
  const rate = (expected: Case['expected']) => {
    const all = cases.filter((one) => one.expected === expected)
    const right = all.filter(isRight).length
    console.log(`${what}, ${expected}: ${right} of ${all.length} right`)
    return (100 * right) / all.length
  }
  for (const { name, expected, events } of process.env.SHOW_MISSES ? cases.filter((one) => !isRight(one)) : []) {
    const groupings = events.map((event) => JSON.stringify(groupingOf(event).components))
    console.log(`${name} (${expected})\n${groupings.join('\n')}`)
  }
  const [one, several] = [rate('one'), rate('several')]
  const score = (one + several) / 2
  console.log(
    `${what}: over-splitting ${(100 - one).toFixed(1)} %, over-merging ${(100 - several).toFixed(1)} %, score ${score.toFixed(1)}`,
  )
  return score
}

/** Corpora with figures of their own. */
const isCorpus = (file: string) => /^(unseen-)?(variants|twins|pairs)\.json$/.test(file)

it('groups related errors together, and others apart', () => {
  const cases = files.filter((file) => !file.startsWith('held-out') && !isCorpus(file)).flatMap(read)
  expect(cases.length).toBeGreaterThanOrEqual(170)
  expect(scoreOf('cases', cases)).toBeGreaterThanOrEqual(98)
})

// Cases written independently of the code; conformance/grouping/README.md lists how each set scored at first.
it.each(files.filter((file) => file.startsWith('held-out')))('also in %s', (file) => {
  expect(scoreOf(file, read(file))).toBeGreaterThanOrEqual(90)
})

/** Returns the share of right cases, in percent. */
function shareOf(cases: Case[]): number {
  return (100 * cases.filter(isRight).length) / cases.length
}

it('names that change with a build, a start or a machine do not split an issue, and others do', () => {
  const [variants, twins, pairs] = [read('variants.json'), read('twins.json'), read('pairs.json')]
  expect(variants.length).toBeGreaterThanOrEqual(250)
  expect(twins.length).toBeGreaterThanOrEqual(variants.length)
  expect(pairs.length).toBeGreaterThanOrEqual(120)
  const [together, apart] = [shareOf(variants), shareOf(twins)]
  const balanced = scoreOf('pairs', pairs)
  console.log(`variants in one issue ${together.toFixed(1)} %, twins kept apart ${apart.toFixed(1)} %`)
  if (process.env.SHOW_MISSES) scoreOf('names', [...variants, ...twins])
  expect(together).toBeGreaterThanOrEqual(97)
  expect(apart).toBeGreaterThanOrEqual(99)
  expect(balanced).toBeGreaterThanOrEqual(96)
})

// Written without a look at the code or the cases above; conformance/grouping/README.md has its figures at first sight.
it('also in a corpus that was written without reading the code', () => {
  const [variants, twins, pairs] = [read('unseen-variants.json'), read('unseen-twins.json'), read('unseen-pairs.json')]
  expect(variants.length).toBeGreaterThanOrEqual(210)
  expect(twins.length).toBe(variants.length)
  expect(pairs.length).toBeGreaterThanOrEqual(75)
  const [together, apart] = [shareOf(variants), shareOf(twins)]
  const balanced = scoreOf('unseen pairs', pairs)
  console.log(`unseen variants in one issue ${together.toFixed(1)} %, twins kept apart ${apart.toFixed(1)} %`)
  if (process.env.SHOW_MISSES) scoreOf('unseen names', [...variants, ...twins])
  expect(together).toBeGreaterThanOrEqual(97)
  expect(apart).toBeGreaterThanOrEqual(98)
  expect(balanced).toBeGreaterThanOrEqual(92)
})
