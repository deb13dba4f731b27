import { createOutbox } from '@bugle/client-state/outbox/outbox'
import type { Waiting } from '@bugle/client-state/outbox/waiting'
import { useStore } from '@bugle/client-state/react'
import { copy } from '../../components/copy'
import { reasonOf } from '../../components/states'
import { toasts } from '../../components/toasts'
import { connection } from '../../lib/connection'
import { queryClient } from '../../lib/queries'
import { api, currentSession, onSession, ownerOfSession } from '../../lib/session'
import { storage } from '../../lib/storage'

export const outbox = createOutbox({
  api,
  client: queryClient,
  connection,
  storage,
  toasts,
  reasonOf,
  userId: () => currentSession().user?.id,
  copy: (text) => void copy(text),
})

export function useWaiting(): readonly Waiting[] {
  return useStore(outbox.waiting)
}

/** Sends what an earlier run of the app has kept for who is signed in. */
export function startOutbox(): () => void {
  // After signing in again, the same account continues where it was.
  const open = () => {
    if (currentSession().state !== 'over') outbox.open(ownerOfSession())
  }
  open()
  return onSession(open)
}
