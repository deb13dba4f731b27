import { type Integration, listen } from '@bugle/core'

/** Sends waiting events by requests that outlive the page: a hidden page may never come back. */
export const pageEnd: Integration = {
  name: 'page-end',
  install(client) {
    const leave = () => client.guard(() => client.leave())
    return [
      listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && leave()),
      listen(window, 'pagehide', leave),
    ]
  },
}
