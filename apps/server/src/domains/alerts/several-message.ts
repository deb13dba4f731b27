import { alertTriggers, toBoundId, toProjectId, webhookTypeOf } from '@bugle/protocol'
import { levelOf } from '../../db/codes.ts'
import { type ChannelMessage, messageText } from '../channels/index.ts'
import type { Frame } from './frame.ts'
import { isAboutIssue, isAboutProject, type Subject } from './subjects.ts'
import { triggerCount, triggerTitle } from './words.ts'

/** Subjects that a message lists. */
const listed = 5
/** Level of a message about projects alone. */
const warningCode = 2

/** Writes one message about several subjects, those that hit most people first. */
export function severalMessage(
  subjects: readonly Subject[],
  { id, organizationId, key, url, settings, rule, now }: Frame,
): ChannelMessage {
  const parts = alertTriggers.flatMap((trigger) => {
    const count = subjects.filter(({ event }) => event === trigger).length
    return count === 0 ? [] : [triggerCount(trigger, count)]
  })
  const projects = new Map(subjects.map(({ projectId, project }) => [projectId, project]))
  const [[projectId, project], ...otherProjects] = [...projects] as [[number, string], ...[number, string][]]
  const where = otherProjects.length === 0 ? project : `${projects.size} projects`
  const ordered = [...subjects].sort((a, b) => weightOf(b) - weightOf(a))
  const levels = subjects.map((one) => (isAboutIssue(one) ? one.issue.levelCode : warningCode))
  return {
    id,
    organizationId,
    event: 'issues',
    at: now,
    key,
    state: 'firing',
    level: levelOf(Math.max(...levels)),
    title: messageText(`${parts.join(', ')} in ${where}`, 120),
    subject: undefined,
    facts: [],
    items: ordered.slice(0, listed).map((one) => ({
      text: messageText(textOf(one, rule?.threshold), 200),
      url: urlOf(one, url),
    })),
    more: Math.max(0, subjects.length - listed),
    link: {
      text: 'Open the list',
      url: otherProjects.length === 0 ? `${url}/projects/${toProjectId(projectId)}/issues` : `${url}/issues`,
    },
    settings,
    data: {
      subjects: ordered.map((one) => ({
        type: one.event === 'recovered' ? 'incident.recovered' : webhookTypeOf(one.event),
        project_id: toProjectId(one.projectId),
        subject: one.subject === '' ? null : one.subject,
        issue_id: isAboutIssue(one) ? toBoundId('iss', one.projectId, one.issue.issueId) : null,
      })),
    },
  }
}

/** Projects come first, then the issues that hit most people. */
function weightOf(subject: Subject): number {
  if (!isAboutIssue(subject)) return Number.POSITIVE_INFINITY
  const { users, events } = subject.issue
  return users + Math.min(events, 1e9) / 1e10
}

function textOf(subject: Subject, threshold: Parameters<typeof triggerTitle>[1]): string {
  if (isAboutIssue(subject)) return `${subject.issue.shortId} ${subject.issue.type}: ${subject.issue.message}`
  if (subject.event === 'recovered') return `Recovered in ${subject.project}`
  const title = `${triggerTitle(subject.event, threshold)} in ${subject.project}`
  return isAboutProject(subject) && subject.text !== '' ? `${title}: ${subject.text}` : title
}

function urlOf(subject: Subject, url: string): string {
  if (isAboutIssue(subject)) return `${url}/issues/${toBoundId('iss', subject.projectId, subject.issue.issueId)}`
  return `${url}/projects/${toProjectId(subject.projectId)}/overview`
}
