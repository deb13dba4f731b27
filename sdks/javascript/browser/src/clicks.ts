import type { Integration } from '@bugle/core'

/** What was clicked, as a selector: never its text, never a value. */
export const clicks: Integration = {
  name: 'clicks',
  install(client) {
    const onClick = ({ target }: Event) =>
      client.guard(() => {
        if (target instanceof Element) client.addBreadcrumb({ category: 'ui.click', message: selectorOf(target) })
      })
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  },
}

/** At most four steps up, or to the first id. */
function selectorOf(target: Element): string {
  const steps: string[] = []
  for (let at: Element | null = target; at !== null && steps.length < 4; at = at.parentElement) {
    steps.unshift(stepOf(at))
    if (at.id) break
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const name = element.tagName.toLowerCase()
  if (element.id) return `${name}#${element.id}`
  const test = element.getAttribute('data-testid')
  const classes = [...element.classList].slice(0, 3).map((one) => `.${one}`)
  return name + classes.join('') + (test ? `[data-testid="${test}"]` : '')
}
