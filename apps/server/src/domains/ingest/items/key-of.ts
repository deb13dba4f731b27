import { createHash } from 'node:crypto'
import type { HexId } from '@bugle/protocol'

/** Returns the key of an item that is recognized by some values and, if given, its content. */
export function keyOf(parts: readonly unknown[], payload?: Buffer): HexId {
  const hash = createHash('sha256').update(JSON.stringify(parts))
  if (payload !== undefined) hash.update(payload)
  return hash.digest('hex').slice(0, 32) as HexId
}
