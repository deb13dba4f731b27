import { type Integration, listen } from '@bugle/core'

/** Retries at once, without waiting for the back-off to end, when the network returns. */
export const online: Integration = {
  name: 'online',
  install: (client) => listen(window, 'online', () => client.guard(() => client.retry())),
}
