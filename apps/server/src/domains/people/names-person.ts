import type { IngestEvent } from '@bugle/protocol'

/** Whether an event as it was sent names a person by their anonymous id, in either spelling or among `users`. */
export function namesPerson(
  event: Pick<IngestEvent, 'user' | 'user_id_anon' | 'users'>,
  person: string | null,
): boolean {
  const { user, user_id_anon, users } = event
  return (user?.id ?? user_id_anon ?? undefined) === person || (users ?? []).some(({ id }) => id === person)
}
