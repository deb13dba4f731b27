import type { IngestEvent } from '@bugle/protocol'

/** Whether an event as it was sent names a person by one of their ids, in either spelling or among `users`. */
export function namesPerson(
  event: Pick<IngestEvent, 'user' | 'user_id_anon' | 'users'>,
  ids: readonly string[],
): boolean {
  const { user, user_id_anon, users } = event
  const own = user?.id ?? user_id_anon ?? undefined
  return (own !== undefined && ids.includes(own)) || (users ?? []).some(({ id }) => ids.includes(id))
}
