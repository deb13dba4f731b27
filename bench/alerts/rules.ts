import type { NewAlertRuleBody } from '@bugle/protocol'
import { request } from '../../e2e/harness/account.ts'
import { pause } from '../../e2e/harness/built-server.ts'
import { drained } from '../drain.ts'
import { LoadGenerator } from '../load.ts'
import { spentSince, totalOf } from '../measure.ts'
import { shown } from '../rows.ts'
import { createProjects, startSubject } from '../subject.ts'

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
      threshold: { count: 50 * step, minutes: [5, 60, 180, 1440, 7 * 1440, 30 * 1440][kind]! },
      condition: kind % 2 === 0 ? '' : 'level:error environment:production',
    }
  if (kind < 8)
    return { ...shared, triggers: ['issue.new', 'issue.regressed'], condition: `level:fatal tag.step:${step}` }
  if (kind === 8) return { ...shared, triggers: ['issue.escalating'], condition: `tag.step:${step}` }
  return { ...shared, triggers: ['project.rate'], threshold: { count: 10_000, minutes: 5 * step } }
}

/**
 * Measures the CPU of all parts per event at a steady rate with a thousand rules that are on, and with the same rules off, in
 * turns.
 *
 * @returns the figures of each round, microseconds
 */
export async function measureRules(rounds: number, seconds: number): Promise<{ on: number[]; off: number[] }> {
  const generator = await LoadGenerator.start({
    seed: 1,
    projects: organizations * projectsOfEach,
    issues: 600,
    perProject: 30,
  })
  const subject = await startSubject(0, { BUGLE_INGEST_RATE: '1000000' }, undefined)
  try {
    const { account, data, server } = subject
    const tokens: string[] = []
    for (let nth = 0; nth < organizations; nth += 1) {
      const projects = await createProjects(account, projectsOfEach)
      tokens.push(...projects.map(({ ingestToken }) => ingestToken))
    }
    const { organizations: own } = await request(account, 'GET', '/api/auth/me')
    for (const { id } of own.filter(({ name }) => name.startsWith('shops')))
      for (let number = 0; number < rulesOfEach; number += 1)
        await request(account, 'POST', `/api/organizations/${id}/alert-rules`, ruleOf(number))
    const turn = (isOn: boolean) =>
      data.run(
        `update alert_rules set is_enabled = ${isOn},
           check_at = case when ${isOn} and triggers && '{project.rate}' then now() else null end where name like 'Rule %'`,
      )
    const order = (duration: number) => ({
      port: server.port,
      tokens,
      shape: { kind: 'open' as const, ...load, seconds: duration, giveUpMs: 10_000 },
    })
    await generator.run(order(seconds))
    const taken = { on: [] as number[], off: [] as number[] }
    for (let round = 0; round < 2 * rounds; round += 1) {
      const isOn = round % 2 === 0
      await turn(isOn)
      await drained(subject)
      await pause(5000)
      const before = subject.cpu()
      const { acknowledged } = await generator.run(order(seconds))
      await drained(subject)
      await pause(2000)
      const each = totalOf(spentSince(before, subject.cpu())) / acknowledged
      taken[isOn ? 'on' : 'off'].push(each)
      console.error(`${isOn ? '1,000 rules' : 'no rules   '}: ${shown(each)} µs of CPU an event`)
    }
    return taken
  } finally {
    generator.close()
    await subject.close()
  }
}
