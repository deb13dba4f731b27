import { type Integration, listen, patch, type Undo } from '@bugle/core'

/** Breadcrumbs for navigation within a page that never reloads; paths only. */
export const navigation: Integration = {
  name: 'navigation',
  install(client) {
    let from = location.pathname
    const note = () => {
      const to = location.pathname
      if (to !== from) client.addBreadcrumb({ category: 'navigation', message: `${from} → ${to}` })
      from = to
    }
    const undo: Undo[] = (['pushState', 'replaceState'] as const).map((name) =>
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
    const noteEnd = () => client.addBreadcrumb({ category: 'navigation', message: 'page hidden' })
    return [...undo, listen(window, 'popstate', note), listen(window, 'pagehide', noteEnd)]
  },
}
