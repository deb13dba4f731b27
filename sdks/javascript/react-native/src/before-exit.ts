import { type Client, drain, getClient } from '@bugle/core'

/** Per client: resolves when its events would outlive the app. */
const savers = new WeakMap<Client, () => Promise<unknown>>()

/** Registers how a client saves its events. */
export function saveWith(client: Client, keep: () => Promise<unknown>): void {
  savers.set(client, keep)
}

/**
 * Waits until events would outlive the app, which is about to end: stored, sent, or out of time. In development nothing
 * ends, so nothing waits.
 */
export async function beforeExit(client: Client | undefined = getClient()): Promise<void> {
  if (client === undefined) return
  // Events waiting for a screenshot go without it.
  drain(client)
  client.guard(() => client.leave())
  if ((globalThis as { __DEV__?: boolean }).__DEV__) return
  try {
    await savers.get(client)?.()
  } catch {
    // The app ends without waiting.
  }
}
