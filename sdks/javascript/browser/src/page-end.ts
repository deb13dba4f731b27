import type { Integration } from '@bugle/core'

/** A hidden page may never come back: what waits is sent by requests that outlive it. */
export const pageEnd: Integration = {
  name: 'page-end',
  install(client) {
    const leave = () => client.guard(() => client.leave())
    const onHidden = () => document.visibilityState === 'hidden' && leave()
    const onHide = () => {
      client.addBreadcrumb({ category: 'navigation', message: 'page hidden' })
      leave()
    }
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('pagehide', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('pagehide', onHide)
    }
  },
}
