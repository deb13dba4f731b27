import { type Integration, patch } from '@bugle/core'

/** Moves within a page that never reloads, by path alone. */
export const navigation: Integration = {
  name: 'navigation',
  install(client) {
    let from = location.pathname
    const note = () =>
      client.guard(() => {
        const to = location.pathname
        if (to === from) return
        client.addBreadcrumb({ category: 'navigation', message: `${from} → ${to}` })
        from = to
      })
    const undo = (['pushState', 'replaceState'] as const).map((name) =>
      patch(
        history,
        name,
        (former) =>
          function (this: History, ...args) {
            former.apply(this, args)
            note()
          },
      ),
    )
    addEventListener('popstate', note)
    return () => {
      for (const back of undo) back()
      removeEventListener('popstate', note)
    }
  },
}
