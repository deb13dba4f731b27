import { toBoundId, toProjectId, toUuid } from '@bugle/protocol'
import type { ProjectChanges } from '../live-updates/index.ts'

/** Converts the update of one project to messages of a stream, at most one of each kind, without ids. */
export function toMessages(
  projectId: number,
  { created, updated, regressed, received, isCut }: ProjectChanges,
): string[] {
  const more = isCut === true
  const project_id = toProjectId(projectId)
  const idOf = (hex: string) => toBoundId('iss', projectId, toUuid(hex))
  const changes = [
    ['issue.created', created],
    ['issue.regressed', regressed],
    ['issue.updated', updated],
  ] as const
  const messages = changes.flatMap(([event, ids]) =>
    ids === undefined ? [] : [messageOf(event, { project_id, issue_ids: ids.map(idOf), more })],
  )
  if (received === undefined) return messages
  const issues = received.map(([id, count, at]) => ({ id: idOf(id), count, last_seen: new Date(at).toISOString() }))
  return [...messages, messageOf('event.received', { project_id, issues, more })]
}

/** Makes the page reload: updates may be missing. */
export const resetMessage = messageOf('reset', {})

/**
 * Returns the line with the id of everything sent so far, which a browser returns when it reconnects. Without data it
 * is not a message (HTML Standard, 9.2.6).
 */
export function idLine(positions: readonly number[]): string {
  return `id: ${positions.map((position) => Math.max(0, position)).join('.')}\n`
}

function messageOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n`
}
