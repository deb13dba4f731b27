import { type Integration, listen } from '@bugle/core'

/** The network is back: what waits does not wait for the end of its pause. */
export const online: Integration = {
  name: 'online',
  install: (client) => listen(window, 'online', () => client.guard(() => client.retry())),
}
