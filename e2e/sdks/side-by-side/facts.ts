import type { EventView, Issue } from '@bugle/protocol'
import { expect } from 'vitest'
import { type Account, type Project, request } from '../../harness/account.ts'
import { eventsOf, issuesOf } from '../issues.ts'
import type { Facts } from './compare.ts'

/** How much two runs of the shop send, the second of which ends by an error that nobody catches. */
export interface Expected {
  issues: number
  events: number
  /** Monitors, each with a check-in that ended for each run. */
  monitors: number
  /** Sessions of the release; 2 unless it is named. */
  sessions?: number
  /** Pieces of feedback that belong to an issue; 2 unless it is named. */
  feedback?: number
}

/** Reads from the API what the pages show of a project, once it has as much of everything as expected. */
export async function factsOf(account: Account, project: Project, expected: Expected): Promise<Facts> {
  const path = `/api/projects/${project.id}` as const
  const issues = await issuesOf(account, project, expected.issues, expected.events)
  const sessions = async () => (await request(account, 'GET', `${path}/release-health`)).releases[0]?.sessions ?? 0
  await expect.poll(sessions).toBe(expected.sessions ?? 2)
  const linked = async () =>
    (await request(account, 'GET', `${path}/feedback`)).feedback.filter(({ issue_id }) => issue_id !== null)
  await expect.poll(async () => (await linked()).length).toBe(expected.feedback ?? 2)
  const ended = async () =>
    (await request(account, 'GET', `${path}/monitors`)).monitors
      .flatMap(({ check_ins }) => check_ins)
      .filter(({ status }) => status !== 'in_progress')
  await expect.poll(async () => (await ended()).length).toBe(2 * expected.monitors)

  const { releases } = await request(account, 'GET', `${path}/release-health`)
  const facts: Facts = {}
  for (const { release, environment, ...health } of releases) {
    for (const name of ['sessions', 'errored', 'unhandled', 'abnormal', 'crashed', 'users'] as const)
      facts[`release ${release} ${environment} ${name}`] = health[name]
    for (const name of ['crash_free_sessions', 'crash_free_users'] as const)
      facts[`release ${release} ${environment} ${name}`] = health[name]
  }
  for (const { slug, ...monitor } of (await request(account, 'GET', `${path}/monitors`)).monitors) {
    for (const name of ['schedule', 'timezone', 'margin_minutes', 'max_runtime_minutes'] as const)
      facts[`monitor ${slug} ${name}`] = monitor[name]
    facts[`monitor ${slug} environments`] = monitor.environments.map((one) => `${one.environment} ${one.last_status}`)
    facts[`monitor ${slug} check-ins`] = monitor.check_ins.map((one) => one.status)
  }
  const { feedback } = await request(account, 'GET', `${path}/feedback`)
  // Each run of the program says the same.
  for (const { message, name, email, url, issue_id } of feedback) {
    const issue = issues.find(({ id }) => id === issue_id)
    Object.assign(facts, prefixed('feedback', { message, name, email, url, 'is about': issue?.type }))
  }
  for (const issue of issues) Object.assign(facts, await issueFactsOf(account, issue))
  return facts
}

async function issueFactsOf(account: Account, issue: Issue): Promise<Facts> {
  const events = await eventsOf(account, issue)
  const [event] = events as [EventView]
  const name = `issue ${issue.type}`
  await expect
    .poll(async () => (await request(account, 'GET', `/api/issues/${issue.id}/tags`)).tags.length)
    .toBeGreaterThanOrEqual(Object.keys(event.tags).length)
  const facts = prefixed(name, {
    title: `${issue.type}: ${issue.message}`,
    count: issue.count,
    users: issue.users,
    level: event.level,
    platform: event.platform,
    release: event.release,
    environment: event.environment,
    dist: event.dist,
    user: event.user_id,
    handled: event.mechanism?.handled,
    mechanism: event.mechanism?.type,
    'tag plan': event.tags.plan,
    'other tags': Object.keys({ ...event.tags, ...event.derived_tags })
      .filter((key) => key !== 'plan')
      .sort(),
    'context cart': event.contexts.cart,
    'named contexts': ['browser', 'os', 'runtime'].map(
      (one) => (event.contexts[one] as { name?: string })?.name ?? '–',
    ),
    'own breadcrumbs': event.breadcrumbs.filter((one) => one.category === 'order').map((one) => one.message),
    causes: event.exceptions.map(({ exception_type, message }) => `${exception_type}: ${message}`),
    'innermost frame': frameOf(event),
    attachments: event.attachments?.map((one) => `${one.name} ${one.content_type} ${one.bytes} bytes`) ?? [],
  })
  return { [name]: 'reported', ...facts }
}

/** The function of the program that the page of an issue names, with its line of source where it has one. */
function frameOf({ exceptions }: EventView): string {
  const frame = exceptions[0]?.frames.find(({ in_app }) => in_app)
  return frame === undefined ? 'none' : `${frame.function} in_app, ${frame.context_line?.trim() ?? 'no source line'}`
}

function prefixed(name: string, facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [`${name}: ${key}`, value]))
}
