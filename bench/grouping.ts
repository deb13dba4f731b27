import { parseStack } from '@bugle/stacktrace'
import { fingerprintOf, type GroupingInput, groupingOf } from '../apps/server/src/domains/grouping/index.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import { stackOf } from './stacks.ts'
import * as vocabulary from './vocabulary.ts'

/** Median CPU microseconds per event: parsing its stack, and parsing with grouping and fingerprint. */
export interface GroupingResult {
  frames: number
  parse: number
  fingerprint: number
}

const frames = 30
const stacks = 500
const rounds = 120

/**
 * Measures in this process, after a warm-up. Stacks differ in their lines: names and files recur as in a real program,
 * whole stacks do not, so that no cache hides the cost of grouping.
 */
export function measureGrouping(seed: number): GroupingResult {
  const events = makeEvents(seed)
  let sink = 0
  const parse = medianCpu(events, ({ stack, platform, message }) => {
    sink += parseStack(stack, { platform, message }).frames.length
  })
  const fingerprint = medianCpu(events, (event) => {
    sink += fingerprintOf(groupingOf(event)).length
  })
  if (sink === 0) throw new Error('nothing was grouped')
  return { frames, parse, fingerprint }
}

function makeEvents(seed: number): GroupingInput[] {
  const random = seededRandom(seed)
  const events: GroupingInput[] = []
  while (events.length < stacks) {
    const exceptionType = random.pick(vocabulary.exceptionTypes)
    const message = random.pick(vocabulary.messages).replaceAll(/@\w+@/g, () => String(random.below(1e6)))
    const stack = stackOf({ exceptionType, message, rank: events.length }, random)
    if (stack.split('\n    at ').length - 1 !== frames) continue
    // One flat string, as a JSON parser returns, not a rope.
    const event = {
      exception_type: exceptionType,
      message,
      stack,
      platform: random.pick(vocabulary.platforms),
      app_id: 'a',
    }
    events.push(JSON.parse(JSON.stringify(event)) as GroupingInput)
  }
  return events
}

/** The first half of the rounds is warm-up. */
function medianCpu(events: readonly GroupingInput[], work: (event: GroupingInput) => void): number {
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    for (const event of events) work(event)
    const { user, system } = process.cpuUsage(before)
    if (round >= rounds / 2) samples.push((user + system) / events.length)
  }
  return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)]!
}
