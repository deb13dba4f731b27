import { type Integration, listen } from '@bugle/core'

/** A hidden page may never come back: what waits is sent by requests that outlive it. */
export const pageEnd: Integration = {
  name: 'page-end',
  install(client) {
    const leave = () => client.guard(() => client.leave())
    return [
      listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && leave()),
      listen(window, 'pagehide', () => {
        client.addBreadcrumb({ category: 'navigation', message: 'page hidden' })
        leave()
      }),
    ]
  },
}
