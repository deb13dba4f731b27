import { listIssues, request, UnexpectedResponse } from '../harness/account.ts'
import { pause } from '../harness/built-server.ts'
import type { Scenario, Stage } from './scenario.ts'
import type { Seen } from './sender.ts'

/** The project beside the accounts. */
const ours = 0

/**
 * Kills the database server of the accounts under load, beside two buckets: the API and the project beside them must be refused with
 * Retry-After, while projects in buckets are accepted by their tokens, which the process knows. Once the accounts are back, every
 * acknowledged event is counted, in whichever bucket it is.
 */
export const loseAccounts: Scenario = async (stage) => {
  const { accounts, projects, sender, random, kills, long, log, fault, figure, server } = stage
  if (accounts === undefined) throw new Error('the accounts have no database server of their own')
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(500 + random.below(1000))
    const refusal = sender.next(503, { project: ours })
    const seen: Seen[] = []
    const unwatch = sender.watch((one) => seen.push(one))
    await accounts.kill()
    const killedAt = performance.now()
    if ((await refusal) === undefined) return fault('no 503 within two minutes of the kill')
    // Longer than a token is taken as read.
    await pause(long ? 5000 + random.below(20_000) : 11_000)
    await expectRefused(stage)
    unwatch()
    const requestedMeanwhile = seen.filter(({ at, tookMs }) => at - tookMs > killedAt)
    judge(stage, requestedMeanwhile)
    const awayMs = Math.round(performance.now() - killedAt)
    log(`kill ${kill}: ${awayMs} ms without the accounts, ${countsOf(requestedMeanwhile)}`)
    const back = performance.now()
    await accounts.restart()
    const accepted = await Promise.all(projects.map((_, index) => sender.next(202, { project: index })))
    if (accepted.includes(undefined))
      return fault(`no 202 two minutes after the return:\n${server.output.slice(-2000)}`)
    figure('first 202 of every bucket after the return', Math.max(...accepted.map((one) => one!.at - back)))
  }
}

/** Reads need the accounts, whatever they are about. */
async function expectRefused({ account, projects, fault }: Stage): Promise<void> {
  const reads = [
    () => request(account, 'GET', '/api/auth/me'),
    ...projects.map((one) => () => listIssues(account, one)),
  ]
  for (const read of reads) {
    const status = await read().then(
      () => 200,
      (error: unknown) => (error instanceof UnexpectedResponse ? error.status : String(error)),
    )
    if (status !== 503) fault(`a read got ${status} without the accounts`)
  }
}

/** Judges the responses while the accounts were away. */
function judge({ projects, fault }: Stage, seen: readonly Seen[]): void {
  for (const [index] of projects.entries()) {
    const own = seen.filter(({ project }) => project === index)
    const expected = index === ours ? 503 : 202
    const others = own.filter(({ status }) => status !== expected)
    if (own.length === 0) fault(`no event of project ${index} was answered`)
    if (others.length > 0) fault(`project ${index} without the accounts: ${countsOf(others)}, not ${expected}`)
  }
  if (seen.some(({ status, retryAfter }) => status === 503 && retryAfter === undefined))
    fault('a 503 without Retry-After')
}

function countsOf(seen: readonly Seen[]): string {
  const counts = new Map<string, number>()
  for (const { project, status } of seen) {
    const name = `${status} of project ${project}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, times]) => `${times} × ${name}`).join(', ')
}
