import type { Queryable } from '../../db/database.ts'
import {
  type Batch,
  type ChannelMessage,
  findReported,
  isExtra,
  messageText,
  type WrittenMessage,
} from '../channels/index.ts'
import { extraMessage } from './extra-message.ts'
import { type Frame, frameOf, type MessageContext } from './frame.ts'
import { issueMessage } from './issue-message.ts'
import { projectMessage, recoveredMessage, testMessage } from './project-message.ts'
import { severalMessage } from './several-message.ts'
import { findSubjects, isAboutIssue, isAboutProject, type Subject } from './subjects.ts'

/** Writes one message about those of these deliveries that are worth reporting still; undefined when none is. */
export async function writeMessage(
  db: Queryable,
  batch: Batch,
  context: MessageContext,
): Promise<WrittenMessage | undefined> {
  const frame = await frameOf(db, batch, context)
  const [only] = batch.deliveries
  if (only?.event === 'test') return { message: testMessage(frame), reported: new Set([only.id]) }
  if (only !== undefined && only.edits !== null)
    return writeEdit(db, { id: only.id, edits: only.edits }, frame, context)
  if (only !== undefined && isExtra(only)) {
    const extra = { event: only.event, deliveries: batch.deliveries }
    const message = await extraMessage(db, extra, frame, context.organizationId)
    return message && { message, reported: new Set(batch.deliveries.map(({ id }) => id)) }
  }
  const subjects = await findSubjects(db, batch.deliveries, { isOpen: true })
  const message = await messageAbout(db, subjects, frame, context)
  return message && { message, reported: new Set(subjects.flatMap(({ ids }) => ids)) }
}

/** Writes a message again, now that what it reports is over. */
async function writeEdit(
  db: Queryable,
  { id, edits }: { id: string; edits: string },
  frame: Frame,
  context: MessageContext,
): Promise<WrittenMessage | undefined> {
  const subjects = await findSubjects(db, await findReported(db, edits), { isOpen: false })
  const message = await messageAbout(db, subjects, frame, context)
  if (message === undefined) return undefined
  message.state = 'recovered'
  message.title = messageText(`Over: ${message.title}`, 120)
  return { message, reported: new Set([id]) }
}

/** @returns undefined where nothing is left to say */
async function messageAbout(
  db: Queryable,
  subjects: readonly Subject[],
  frame: Frame,
  { showIssue }: MessageContext,
): Promise<ChannelMessage | undefined> {
  const [subject, ...others] = subjects
  if (subject === undefined) return undefined
  if (others.length > 0) return severalMessage(subjects, frame)
  if (!isAboutIssue(subject)) {
    return isAboutProject(subject) ? projectMessage(subject, frame) : recoveredMessage(subject, frame)
  }
  const issue = await showIssue(db, subject.projectId, subject.issue.issueId)
  return issue && issueMessage(subject, frame, issue)
}
