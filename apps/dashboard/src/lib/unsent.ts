import { useStore } from '@bugle/client-state/react'
import { hasUnconfirmed, type Unsent, unsentOf } from '@bugle/client-state/unsent'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** Returns the changes that wait for the server. */
export function useUnsent(): Unsent {
  return useStore(unsentOf(useQueryClient()))
}

/** Lets the browser ask before a page is left whose changes the server has not confirmed. @returns stops it */
export function askBeforeLeaving(client: QueryClient): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (hasUnconfirmed(client)) event.preventDefault()
  }
  window.addEventListener('beforeunload', onLeave)
  return () => window.removeEventListener('beforeunload', onLeave)
}
