import { type Client, getClient } from '@bugle/core'

/** By client: resolves when what it knows would outlive the app. */
const keepers = new WeakMap<Client, () => Promise<unknown>>()

/** Says how a client keeps what it knows. */
export function keepBy(client: Client, keep: () => Promise<unknown>): void {
  keepers.set(client, keep)
}

/**
 * Sees to it that what is known outlives the app, which is about to end: it is in the store, or sent, or the time for it
 * is over. While developing nothing ends, and nothing waits.
 */
export async function beforeTheEnd(client: Client | undefined = getClient()): Promise<void> {
  if (client === undefined) return
  // What waits for a picture goes without it.
  client.unsent()
  client.guard(() => client.leave())
  if ((globalThis as { __DEV__?: boolean }).__DEV__) return
  try {
    await keepers.get(client)?.()
  } catch {
    // Then it ends without.
  }
}
