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
const cases = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) =>
    (JSON.parse(readFileSync(join(directory, name), 'utf8')) as Case[]).map((one) => ({
      ...one,
      name: `${name}: ${one.name}`,
    })),
  )

/** «one»: all events are in one group. «several»: no two are. */
function isRight({ expected, events }: Case): boolean {
  const groups = new Set(events.map((event) => fingerprintOf(groupingOf(event))))
  return groups.size === (expected === 'one' ? 1 : events.length)
}

it('errors that belong together are together, and others apart', () => {
  const rate = (expected: Case['expected']) => {
    const all = cases.filter((one) => one.expected === expected)
    const right = all.filter(isRight).length
    console.log(`${expected}: ${right} of ${all.length} right`)
    return (100 * right) / all.length
  }
  const wrong = cases.filter((one) => !isRight(one))
  for (const { name, expected, events } of process.env.SHOW_MISSES ? wrong : []) {
    console.log(
      `${name} (${expected})\n${events.map((event) => JSON.stringify(groupingOf(event).components)).join('\n')}`,
    )
  }
  const [one, several] = [rate('one'), rate('several')]
  const score = (one + several) / 2
  console.log(
    `over-splitting ${(100 - one).toFixed(1)} %, over-merging ${(100 - several).toFixed(1)} %, score ${score.toFixed(1)}`,
  )
  expect(cases.length).toBeGreaterThanOrEqual(170)
  expect(score).toBeGreaterThanOrEqual(97)
})
