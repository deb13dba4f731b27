import type { NewAlertRuleBody } from '@bugle/protocol'
import { request } from '../../e2e/harness/account.ts'
import { pause } from '../../e2e/harness/built-server.ts'
import { drained } from '../drain.ts'
import { LoadGenerator } from '../load.ts'
import { spentSince, totalOf } from '../measure.ts'
import { shown } from '../rows.ts'
import { createProjects, type Subject, startSubject } from '../subject.ts'

/** An organization may have a hundred rules, one of which it begins with. */
const organizations = 10
const rulesOfEach = 99
const projectsOfEach = 3
const load = { rate: 100, connections: 64 }

/** Returns the n-th rule: of ten, six count events, two speak of new issues, one of issues that escalate, one of projects. */
function ruleOf(number: number): NewAlertRuleBody {
  const [kind, step] = [number % 10, Math.floor(number / 10) + 1]
  const shared = { name: `Rule ${number}`, channel_ids: [], people: ['members' as const] }
  if (kind < 6)
    return {
      ...shared,
      triggers: ['issue.events'],
      threshold: { count: 200 * step, minutes: [5, 60, 180, 1440, 7 * 1440, 30 * 1440][kind]! },
      condition: kind % 2 === 0 ? '' : 'level:error environment:production',
    }
  if (kind < 8)
    return { ...shared, triggers: ['issue.new', 'issue.regressed'], condition: `level:fatal tag.step:${step}` }
  if (kind === 8) return { ...shared, triggers: ['issue.escalating'], condition: `tag.step:${step}` }
  return { ...shared, triggers: ['project.rate'], threshold: { count: 10_000, minutes: 5 * step } }
}

/** A server whose organizations have these rules. */
async function startServer(rulesOfEach: number): Promise<Subject> {
  const subject = await startSubject(0, { BUGLE_INGEST_RATE: '1000000' }, undefined)
  const { account, tokens } = subject
  for (let nth = 0; nth < organizations; nth += 1)
    tokens.push(...(await createProjects(account, projectsOfEach)).map(({ ingestToken }) => ingestToken))
  const { organizations: own } = await request(account, 'GET', '/api/auth/me')
  for (const { id } of own.filter(({ name }) => name.startsWith('shops')))
    for (let number = 0; number < rulesOfEach; number += 1)
      await request(account, 'POST', `/api/organizations/${id}/alert-rules`, ruleOf(number))
  return subject
}

/**
 * Measures the CPU of all parts per event at a steady rate, in turns on a server with a thousand rules and on one with those
 * alone that projects begin with.
 *
 * @returns the figures of each round, microseconds
 */
export async function measureRules(rounds: number, seconds: number): Promise<{ many: number[]; few: number[] }> {
  const projects = organizations * projectsOfEach
  const generator = await LoadGenerator.start({ seed: 1, projects, issues: 600, perProject: 30 })
  const servers = { many: await startServer(rulesOfEach), few: await startServer(0) }
  try {
    const taken = { many: [] as number[], few: [] as number[] }
    // The first round, in which most rules fire, is a warm-up.
    for (let round = 0; round <= rounds; round += 1)
      for (const name of ['many', 'few'] as const) {
        const subject = servers[name]
        const before = subject.cpu()
        const { acknowledged } = await generator.run({
          port: subject.server.port,
          tokens: subject.tokens,
          shape: { kind: 'open', ...load, seconds, giveUpMs: 10_000 },
        })
        await drained(subject)
        await pause(2000)
        const each = totalOf(spentSince(before, subject.cpu())) / acknowledged
        if (round > 0) taken[name].push(each)
        console.error(`${round === 0 ? 'warm-up, ' : ''}${name} rules: ${shown(each)} µs of CPU an event`)
      }
    return taken
  } finally {
    generator.close()
    await servers.many.close()
    await servers.few.close()
  }
}
