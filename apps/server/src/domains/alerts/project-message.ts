import { type Level, type ProjectTrigger, testMessage as testTexts, toPlainId, toProjectId } from '@bugle/protocol'
import { type ChannelMessage, messageText } from '../channels/index.ts'
import { projectPages } from '../notifications/index.ts'
import type { Frame } from './frame.ts'
import { incidentOf } from './incident-view.ts'
import type { ProjectSubject, RecoveredSubject } from './subjects.ts'
import { triggerTitle } from './words.ts'

/** Writes a message about the state of a project, or about a release, monitor or feedback of it. */
export function projectMessage(about: ProjectSubject, frame: Frame): ChannelMessage {
  const { projectId, project, event, subject, text, at } = about
  const message = plainMessage(frame, { event, at, link: linkTo(frame, projectId, projectPages[event]) })
  const fact = facts[event]
  message.level = levels[event]
  message.title = messageText(`${triggerTitle(event, frame.rule?.threshold)} in ${project}`, 120)
  if (text !== '') message.subject = messageText(text, 400)
  if (fact !== undefined) message.facts = [fact]
  message.data = { ...dataOf(projectId, frame), subject: subject === '' ? null : subject }
  return message
}

const levels: Record<ProjectTrigger, Level> = {
  'project.silent': 'warning',
  'project.losing': 'warning',
  'project.rate': 'warning',
  'project.spike': 'warning',
  'release.new': 'info',
  'release.new_issues': 'error',
  'release.crash_free': 'error',
  'monitor.missed': 'error',
  'monitor.failed': 'error',
  'monitor.recovered': 'info',
  'feedback.new': 'info',
}

const facts: Partial<Record<ProjectTrigger, string>> = {
  'project.losing': 'The project page lists each loss by its reason, with its remedy.',
  'project.silent': 'Either all is well, or events do not arrive.',
}

/** Writes a message that a rule holds for nothing of a project any more. */
export function recoveredMessage(
  { projectId, project, at, incidents }: RecoveredSubject,
  frame: Frame,
): ChannelMessage {
  const message = plainMessage(frame, { event: 'recovered', at, link: linkTo(frame, projectId, 'issues') })
  message.state = 'recovered'
  message.title = messageText(`Recovered in ${project}`, 120)
  message.facts = ['Everything that the rule reported is settled.']
  message.data = { incidents: incidents.map(incidentOf) }
  return message
}

/** Writes a message that a channel works. */
export function testMessage(frame: Frame): ChannelMessage {
  const { title, subject, facts, link } = testTexts
  const message = plainMessage(frame, { event: 'test', at: frame.now, link: { text: link, url: `${frame.url}/` } })
  message.title = title
  message.subject = subject
  message.facts = [...facts]
  return message
}

export function plainMessage(
  { id, organizationId, key, settings }: Frame,
  { event, at, link }: Pick<ChannelMessage, 'event' | 'at' | 'link'>,
): ChannelMessage {
  return {
    id,
    organizationId,
    event,
    at,
    key,
    state: 'firing',
    level: 'info',
    title: '',
    subject: undefined,
    facts: [],
    items: [],
    more: 0,
    link,
    settings,
    data: {},
  }
}

function linkTo({ url }: Frame, projectId: number, page: string): ChannelMessage['link'] {
  return { text: 'Open the project', url: `${url}/projects/${toProjectId(projectId)}/${page}` }
}

function dataOf(projectId: number, { rule }: Frame): object {
  return { project_id: toProjectId(projectId), rule_id: rule === undefined ? null : toPlainId('rul', rule.id) }
}
