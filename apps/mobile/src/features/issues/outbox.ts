import { createOutbox, type Waiting } from '@bugle/client-state/outbox'
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
  storage,
  toasts,
  reasonOf,
  userId: () => currentSession().user?.id,
  copy: (text) => void copy(text),
})

export function useWaiting(): readonly Waiting[] {
  return useStore(outbox.waiting)
}

/** Sends what waits whenever the server responds again, and that of an earlier run of the app. */
export function startOutbox(): () => void {
  // After signing in again, the same account continues where it was.
  const open = () => {
    if (currentSession().state !== 'over') outbox.open(ownerOfSession())
  }
  const ends = [onSession(open), connection.subscribe(({ server }) => server === 'there' && void outbox.send())]
  open()
  return () => {
    for (const end of ends) end()
  }
}
