import type { EventView } from '../features/events/queries.ts'
import type { Issue } from '../features/issues/queries.ts'

/**
 * Says where an issue's latest event failed: the function and file of the culprit as its author wrote them, and the
 * line. Null where the issue has no culprit.
 */
export function culpritOf({ culprit }: Issue, event: EventView | undefined): string | null {
  if (culprit === null) return null
  const frames = event?.exceptions.flatMap((exception) => exception.frames) ?? []
  const frame = frames.find(({ function: name, file, line }) => {
    const path = file?.replace(/[?#].*$/, '')
    return line !== undefined && path !== undefined && culprit.endsWith(path) && (!name || culprit.startsWith(name))
  })
  const original = frame?.symbolication
  if (original?.state === 'resolved' && original.file !== undefined)
    return `${original.function ?? '<anonymous>'} in ${original.file}:${original.line}`
  return frame === undefined ? culprit : `${culprit}:${frame.line}`
}
