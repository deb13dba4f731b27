import { toBoundId, toPlainId, toProjectId } from '@bugle/protocol'
import { levelOf } from '../../db/codes.ts'
import type { Queryable } from '../../db/database.ts'
import {
  type Batch,
  type ChannelMessage,
  type Delivery,
  type MessageLink,
  messageText,
  type WrittenMessage,
} from '../channels/index.ts'
import { findReportedIssues, type ReportedIssue } from '../notifications/index.ts'
import { findProjectName, findRules } from './rule-store.ts'

interface Reported {
  issue: ReportedIssue
  projectId: number
  project: string
  event: 'issue.new' | 'issue.regressed'
  id: string
  at: Date
}

/** Issues that a message about several lists. */
const listed = 5

export interface MessageContext {
  /** Public origin, where links lead. */
  url: string
  organizationId: string
  now: Date
}

/** Writes one message about the issues of these deliveries that are open still; undefined when none is. */
export async function writeMessage(
  db: Queryable,
  { id, deliveries }: Batch,
  { url, organizationId, now }: MessageContext,
): Promise<WrittenMessage | undefined> {
  const links = { id: toPlainId('dlv', id), url, settings: await settingsOf(db, deliveries, { url, organizationId }) }
  const [only] = deliveries
  if (only?.event === 'test') return { message: testMessage(links, now), reported: new Set([only.id]) }
  const reported = await openIssues(db, deliveries)
  const [first] = reported
  if (first === undefined) return undefined
  const message = reported.length === 1 ? oneIssue(first, links) : several(reported, links, now)
  return { message, reported: new Set(reported.map((one) => one.id)) }
}

/** Leads to the rule that sends these, if there is one only. */
async function settingsOf(
  db: Queryable,
  deliveries: readonly Delivery[],
  { url, organizationId }: Pick<MessageContext, 'url' | 'organizationId'>,
): Promise<MessageLink> {
  const page = `${url}/organizations/${toPlainId('org', organizationId)}/alerts`
  const [ruleId, ...others] = new Set(deliveries.map((one) => one.ruleId))
  const rule = ruleId == null || others.length > 0 ? undefined : (await findRules(db, organizationId, ruleId))[0]
  if (rule === undefined) return { text: 'Settings', url: page }
  return { text: `Rule ${messageText(rule.name, 80)}`, url: `${page}#${toPlainId('rul', rule.id)}` }
}

async function openIssues(db: Queryable, deliveries: readonly Delivery[]): Promise<Reported[]> {
  const reported: Reported[] = []
  for (const projectId of new Set(deliveries.map((delivery) => delivery.projectId))) {
    const project = projectId === null ? undefined : await findProjectName(db, projectId)
    if (projectId === null || project === undefined) continue
    const ofProject = deliveries.filter((delivery) => delivery.projectId === projectId)
    const byIssue = new Map(ofProject.map((delivery) => [delivery.issueId, delivery]))
    const ids = [...byIssue.keys()].filter((id) => id !== null)
    for (const issue of await findReportedIssues(db, projectId, ids)) {
      const { event, id, createdAt } = byIssue.get(issue.issueId)!
      if (event !== 'test') reported.push({ issue, projectId, project, event, id, at: createdAt })
    }
  }
  return reported
}

interface Links {
  /** Of the message. */
  id: string
  url: string
  settings: ChannelMessage['settings']
}

function oneIssue({ issue, projectId, project, event, at }: Reported, { id, url, settings }: Links): ChannelMessage {
  const { issueId, shortId, type, message, culprit, levelCode, events, users, firstSeenAt, lastRelease } = issue
  const issueKey = toBoundId('iss', projectId, issueId)
  const counts = `${counted(events, 'event', 'events')}, ${counted(users, 'person', 'people')}`
  return {
    id,
    event,
    at,
    key: `bugle:${issueKey}`,
    state: 'firing',
    level: levelOf(levelCode),
    title: messageText(`${event === 'issue.new' ? 'New issue' : 'Regressed'} in ${project}`, 120),
    subject: messageText(message === '' ? type : `${type}: ${message}`, 400),
    facts: [
      ...(culprit === null ? [] : [messageText(`in ${culprit}`, 300)]),
      messageText(`${counts}, first ${firstSeenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`, 300),
      ...(lastRelease === null ? [] : [messageText(`release ${lastRelease}`, 200)]),
    ],
    items: [],
    more: 0,
    link: { text: `Open ${messageText(shortId, 40)}`, url: `${url}/issues/${issueKey}` },
    settings,
    data: { project_id: toProjectId(projectId), issue: { id: issueKey, short_id: shortId, type, message, culprit } },
  }
}

function several(reported: readonly Reported[], { id, url, settings }: Links, now: Date): ChannelMessage {
  const first = reported[0]!
  const count = (event: Reported['event']) => reported.filter((one) => one.event === event).length
  const parts = [
    ...(count('issue.new') === 0 ? [] : [`${count('issue.new')} new`]),
    ...(count('issue.regressed') === 0 ? [] : [`${count('issue.regressed')} regressed`]),
  ]
  const projects = [...new Set(reported.map(({ project }) => project))]
  const where = projects.length === 1 ? projects[0]! : `${projects.length} projects`
  const byPeople = [...reported].sort((a, b) => b.issue.users - a.issue.users || b.issue.events - a.issue.events)
  const worst = Math.max(...reported.map(({ issue }) => issue.levelCode))
  const list = projects.length === 1 ? `${url}/projects/${toProjectId(first.projectId)}/issues` : `${url}/issues`
  return {
    id,
    event: 'issues',
    at: now,
    key: `bugle:${id}`,
    state: 'firing',
    level: levelOf(worst),
    title: messageText(`${parts.join(', ')} in ${where}`, 120),
    subject: undefined,
    facts: [],
    items: byPeople.slice(0, listed).map(({ issue, projectId }) => ({
      text: messageText(`${issue.shortId} ${issue.type}: ${issue.message}`, 200),
      url: `${url}/issues/${toBoundId('iss', projectId, issue.issueId)}`,
    })),
    more: Math.max(0, reported.length - listed),
    link: { text: 'Open the list', url: list },
    settings,
    data: { issues: byPeople.map(({ issue, projectId }) => ({ id: toBoundId('iss', projectId, issue.issueId) })) },
  }
}

function testMessage({ id, url, settings }: Links, now: Date): ChannelMessage {
  return {
    id,
    event: 'test',
    at: now,
    key: `bugle:${id}`,
    state: 'firing',
    level: 'info',
    title: 'Bugle reaches this channel',
    subject: undefined,
    facts: ['This is a test. Messages about issues look like it.'],
    items: [],
    more: 0,
    link: { text: 'Open Bugle', url: `${url}/` },
    settings,
    data: {},
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
