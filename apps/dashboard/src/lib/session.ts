import type { SessionEnding } from '@bugle/api-client'
import { useStore } from '@bugle/client-state/react'
import { createSessionHold } from '@bugle/client-state/session-hold'

const hold = createSessionHold()
export const { endWait, fetchSignedIn, noteSession, watchForSession } = hold

export function useIsSessionOver(): boolean {
  return useStore(hold.isOver)
}

/** Returns how the session ended that the user had here; undefined while there is one. */
export function useEnding(): SessionEnding | undefined {
  return useStore(hold.ending)
}

/** Changes on each return: connections that died with the session restart. */
export function useReturns(): number {
  return useStore(hold.returns)
}
