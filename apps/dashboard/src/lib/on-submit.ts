import type { FormEvent } from 'react'

/**
 * Handles a form's submission in the page instead of loading another: `take` receives its fields.
 *
 * @example <form onSubmit={onSubmit((fields) => rename.mutate(String(fields.get('name')).trim()))}>
 */
export function onSubmit(take: (fields: FormData, form: HTMLFormElement) => void) {
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    take(new FormData(event.currentTarget), event.currentTarget)
  }
}

/**
 * Empties the fields of a form that still hold what was sent. A response is later than the keys that follow a submission: what
 * was typed since then stays.
 */
export function clearSent(form: HTMLFormElement, sent: FormData): void {
  for (const [name, value] of sent) {
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isText && field.value === value) field.value = field.defaultValue
  }
}
