import type { HexId } from '@bugle/protocol'

/** Returns a group as a key of maps and sets: `project:group`. */
export function groupKey({ projectId, groupId }: { projectId: number; groupId: HexId }): string {
  return `${projectId}:${groupId}`
}
