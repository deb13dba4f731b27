import { addBytes, bytesByProject, type ProjectTouch, type QueuedSegment } from '../../storage/index.ts'
import type { Tally } from '../counting/index.ts'

/** Returns the bytes that segments take, by project. */
export function bytesOf(segments: readonly QueuedSegment[]): Map<number, number> {
  return addBytes(
    segments.map(({ events, lengths, storedBytes }) => {
      const bodies = events.map(({ projectId }, index) => ({ projectId, length: lengths[index]! }))
      return bytesByProject(bodies, storedBytes)
    }),
  )
}

/** Returns what changes in the rows of projects, in key order: also of those whose events are not stored. */
export function touchesOf(projects: Tally['projects'], bytes: ReadonlyMap<number, number>): ProjectTouch[] {
  const lastEventAt = new Map(projects.map((project) => [project.projectId, project.lastEventAt]))
  return [...new Set([...lastEventAt.keys(), ...bytes.keys()])]
    .sort((a, b) => a - b)
    .map((projectId) => ({
      projectId,
      lastEventAt: lastEventAt.get(projectId) ?? 0,
      unpackedBytes: bytes.get(projectId) ?? 0,
    }))
}
