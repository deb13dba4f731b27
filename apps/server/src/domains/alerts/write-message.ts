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
  if (only !== undefined && only.edits !== null) return writeEdit(db, { id: only.id, edits: only.edits }, frame)
  if (only !== undefined && isExtra(only)) {
    const extra = { event: only.event, deliveries: batch.deliveries }
    const message = await extraMessage(db, extra, frame, context.organizationId)
    return message && { message, reported: new Set(batch.deliveries.map(({ id }) => id)) }
  }
  const subjects = await findSubjects(db, batch.deliveries, { isOpen: true })
  const [first, ...others] = subjects
  if (first === undefined) return undefined
  const message = messageAbout([first, ...others], frame)
  return { message, reported: new Set(subjects.flatMap(({ ids }) => ids)) }
}

/** Writes a message again, now that what it reports is over. */
async function writeEdit(
  db: Queryable,
  { id, edits }: { id: string; edits: string },
  frame: Frame,
): Promise<WrittenMessage | undefined> {
  const [first, ...others] = await findSubjects(db, await findReported(db, edits), { isOpen: false })
  if (first === undefined) return undefined
  const message = messageAbout([first, ...others], frame)
  message.state = 'recovered'
  message.title = messageText(`Over: ${message.title}`, 120)
  return { message, reported: new Set([id]) }
}

function messageAbout(subjects: [Subject, ...Subject[]], frame: Frame): ChannelMessage {
  return subjects.length > 1 ? severalMessage(subjects, frame) : messageOf(subjects[0], frame)
}

function messageOf(subject: Subject, frame: Frame) {
  if (isAboutIssue(subject)) return issueMessage(subject, frame)
  return isAboutProject(subject) ? projectMessage(subject, frame) : recoveredMessage(subject, frame)
}
