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
