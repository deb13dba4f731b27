import { type Integration, listen } from '@bugle/core'

/**
 * Breadcrumbs for clicks, with the element as a selector: never its text or value.
 *
 * @example init({ …, integrations: [clicks] })
 */
export const clicks: Integration = {
  name: 'clicks',
  install(client) {
    const note = ({ target }: Event) =>
      client.guard(() => {
        if (target instanceof Element) client.addBreadcrumb({ category: 'ui.click', message: selectorOf(target) })
      })
    // Capture phase: a listener of the page may stop the event.
    return listen(document, 'click', note, true)
  },
}

/** Describes at most four levels, ending at the first element with an id. */
function selectorOf(target: Element): string {
  const steps: string[] = []
  for (let at: Element | null = target; at !== null && steps.length < 4; at = at.parentElement) {
    steps.unshift(stepOf(at))
    if (at.hasAttribute('id')) break
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const name = element.tagName.toLowerCase()
  // Read as an attribute: a form exposes its fields as properties, including one named `id`.
  const id = element.getAttribute('id')
  if (id) return `${name}#${id}`
  const test = element.getAttribute('data-testid')
  const classes = [...element.classList].slice(0, 3).map((one) => `.${one}`)
  return name + classes.join('') + (test ? `[data-testid="${test}"]` : '')
}
