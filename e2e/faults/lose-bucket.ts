import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProject, listIssues, type Project, report, request } from '../harness/account.ts'
import { type BuiltServer, pause } from '../harness/built-server.ts'
import { appId } from './marked-event.ts'
import type { Scenario, Stage } from './scenario.ts'
import type { Seen } from './sender.ts'

/** Settings by which mails about new issues leave within seconds, however many. */
export const promptMails = { BUGLE_ISSUE_MAIL_DELAY: '1s', BUGLE_ISSUE_MAIL_PACE: '1s', BUGLE_ISSUE_MAILS: '10000' }

/** The project whose events the server of the bucket has, and the one beside the accounts. */
const [theirs, ours] = [1, 0]

/**
 * Kills the database server of the second bucket under load: each event of the other project must be acknowledged, counted, listed
 * and mailed meanwhile, those of its own refused with Retry-After, and accepted again once it is back.
 */
export const loseBucket: Scenario = async (stage) => {
  const { account, bucket, sender, random, kills, long, log, fault, figure } = stage
  if (bucket === undefined) throw new Error('there is no second bucket')
  const beside = await createProject(account, 'beside', appId)
  await request(account, 'PATCH', `/api/projects/${beside.id}/notifications`, { own: { new_issues: 'on' } })
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(500 + random.below(1000))
    const seen: Seen[] = []
    const unwatch = sender.watch((one) => seen.push(one))
    const first = sender.next(503, { project: theirs })
    await bucket.kill()
    const killedAt = performance.now()
    const refusal = await first
    if (refusal === undefined) return fault('no 503 within two minutes of the kill')
    figure('first 503 of the lost bucket', refusal.at - killedAt)
    await pause(long ? 5000 + random.below(10_000) : 2000)
    await expectServed(stage, beside, `Lost${kill}Error`)
    const lostFor = performance.now() - killedAt
    unwatch()
    judge(stage, seen)
    log(`kill ${kill}: ${seen.length} responses in ${Math.round(lostFor)} ms without the bucket`)
    const back = performance.now()
    await bucket.restart()
    const acknowledged = await sender.next(202, { project: theirs })
    if (acknowledged === undefined)
      return fault(`no 202 two minutes after the return:\n${stage.server.output.slice(-2000)}`)
    figure('first 202 of the lost bucket after its start', acknowledged.at - back)
  }
}

/** Judges the responses while the bucket was away. */
function judge({ fault, figure }: Stage, seen: readonly Seen[]): void {
  const own = seen.filter(({ project }) => project === ours)
  const notTaken = own.filter(({ status }) => status !== 202)
  if (own.length === 0) fault('no event of the other bucket was sent')
  if (notTaken.length > 0) fault(`${notTaken.length} of ${own.length} events of the other bucket were not accepted`)
  figure('events of the other bucket meanwhile (times)', own.length)
  figure('slowest response of the other bucket', Math.max(...own.map(({ tookMs }) => tookMs)))
  for (const { project, status, retryAfter } of seen) {
    if (project !== theirs || status === 202) continue
    if (status !== 503) fault(`a ${status} for an event of the lost bucket`)
    else if (retryAfter === undefined) fault('a 503 without Retry-After')
  }
}

/** Acknowledged events of the other bucket are counted, and a new issue there is listed and mailed, while the bucket is away. */
async function expectServed({ account, server, sender, projects, fault }: Stage, beside: Project, type: string) {
  const taken = sender.notes.filter(({ event, outcome }) => event.project === ours && outcome === 'acknowledged')
  const acknowledged = taken.reduce((sum, { event }) => sum + event.repeat, 0)
  const status = await report(server.url, beside, type)
  if (status !== 202) fault(`a new issue of the other bucket got ${status}`)
  const isCounted = async () => {
    const issues = await listIssues(account, projects[ours]!)
    return issues.reduce((sum, { count }) => sum + count, 0) >= acknowledged
  }
  const isListed = async () => (await listIssues(account, beside)).some((issue) => issue.type === type)
  const isMailed = async () => outbox(server).some((mail) => mail.includes(type))
  for (const [what, isDone] of Object.entries({ counted: isCounted, listed: isListed, mailed: isMailed })) {
    const end = performance.now() + 120_000
    while (!(await isDone())) {
      if (performance.now() > end) return fault(`${type} of the other bucket: not ${what} while one is away`)
      await pause(100)
    }
  }
}

function outbox({ dataDirectory }: BuiltServer): string[] {
  const directory = join(dataDirectory, 'outbox')
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(join(directory, file), 'utf8'))
}
