import { type Integration, listen } from '@bugle/core'

/**
 * What was clicked, as a selector: never its text, never a value.
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
    // Before the page's own listeners, which may stop it.
    return listen(document, 'click', note, true)
  },
}

/** At most four steps up, or to the first id. */
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
  // By attribute: a form has its fields as properties, one that is called `id` included.
  const id = element.getAttribute('id')
  if (id) return `${name}#${id}`
  const test = element.getAttribute('data-testid')
  const classes = [...element.classList].slice(0, 3).map((one) => `.${one}`)
  return name + classes.join('') + (test ? `[data-testid="${test}"]` : '')
}
