import { cleanUrl, type Integration, patch } from '@bugle/core'

/** Moves within a page that never reloads. */
export const navigation: Integration = {
  name: 'navigation',
  install(client) {
    let from = cleanUrl(location.href)
    const note = () =>
      client.guard(() => {
        const to = cleanUrl(location.href)
        if (to === from) return
        client.addBreadcrumb({ category: 'navigation', message: `${pathOf(from)} → ${pathOf(to)}`, data: { from, to } })
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

function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]*/, '') || '/'
}
