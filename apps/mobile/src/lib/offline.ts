import { outboxName } from '@bugle/client-state/outbox/queue'
import { createSavedCache } from '@bugle/client-state/saved-cache'
import { connection } from './connection'
import { queryClient } from './queries'
import { storage } from './storage'

/** The last lists and issues that were loaded: the app opens with them where there is no connection. */
export const savedCache = createSavedCache({ client: queryClient, storage, connection })

/** Removes everything that is kept of an owner: also decisions and comments that were not sent. */
export function forgetData(owner: string): void {
  savedCache.forget()
  storage.remove(outboxName(owner))
}
