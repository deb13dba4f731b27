/** Where the bytes of a segment belong: one entry an event, in order. */
interface Body {
  projectId: number
  length: number
}

/**
 * Returns the stored bytes of a segment per project, by the lengths of its bodies. Digest adds them to the project's
 * unpacked bytes and packing subtracts them, so both must compute the same.
 */
export function bytesByProject(bodies: readonly Body[], storedBytes: number): Map<number, number> {
  const raw = new Map<number, number>()
  let total = 0
  for (const { projectId, length } of bodies) {
    raw.set(projectId, (raw.get(projectId) ?? 0) + length)
    total += length
  }
  return new Map([...raw].map(([projectId, bytes]) => [projectId, Math.round((bytes / (total || 1)) * storedBytes)]))
}

/** Returns the sum of several. */
export function addBytes(all: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const one of all) for (const [projectId, bytes] of one) sums.set(projectId, (sums.get(projectId) ?? 0) + bytes)
  return sums
}
