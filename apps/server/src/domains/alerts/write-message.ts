import type { Queryable } from '../../db/database.ts'
import type { Batch, WrittenMessage } from '../channels/index.ts'
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
  const subjects = await findSubjects(db, batch.deliveries)
  const [first, ...others] = subjects
  if (first === undefined) return undefined
  const message = others.length > 0 ? severalMessage(subjects, frame) : messageOf(first, frame)
  return { message, reported: new Set(subjects.flatMap(({ ids }) => ids)) }
}

function messageOf(subject: Subject, frame: Frame) {
  if (isAboutIssue(subject)) return issueMessage(subject, frame)
  return isAboutProject(subject) ? projectMessage(subject, frame) : recoveredMessage(subject, frame)
}
