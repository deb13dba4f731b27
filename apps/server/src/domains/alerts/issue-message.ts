import { type Issue, toBoundId, toPlainId, toProjectId } from '@bugle/protocol'
import { levelOf } from '../../db/codes.ts'
import { counted } from '../../lib/amounts.ts'
import { type ChannelMessage, messageText } from '../channels/index.ts'
import type { Frame } from './frame.ts'
import type { IssueSubject } from './subjects.ts'
import { triggerTitle } from './words.ts'

/** Writes a message about one issue. @param shown the issue as the API has it, for programs */
export function issueMessage(
  subject: IssueSubject,
  { id, organizationId, key, url, settings, rule }: Frame,
  shown: Issue,
): ChannelMessage {
  const { issue, projectId, project, event, at } = subject
  const { issueId, shortId, type, message, culprit, levelCode, events, users, firstSeenAt, lastRelease } = issue
  const issueKey = toBoundId('iss', projectId, issueId)
  const counts = `${counted(events, 'event', 'events')}, ${counted(users, 'person', 'people')}`
  return {
    id,
    organizationId,
    event,
    at,
    key,
    state: 'firing',
    level: levelOf(levelCode),
    title: messageText(`${triggerTitle(event, rule?.threshold)} in ${project}`, 120),
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
    data: {
      project_id: toProjectId(projectId),
      rule_id: rule === undefined ? null : toPlainId('rul', rule.id),
      issue: shown,
    },
  }
}
