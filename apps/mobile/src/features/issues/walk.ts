import { useStore } from '@bugle/client-state/react'
import { createWalk, type Place } from '@bugle/client-state/walk'

/** The way through the list that the shown issue was opened from. */
export const walk = createWalk()

export function usePlace(id: string): Place | undefined {
  useStore(walk.changes)
  return walk.placeOf(id)
}
