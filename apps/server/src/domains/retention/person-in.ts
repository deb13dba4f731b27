import type { IngestEvent } from '@bugle/protocol'

/** The anonymous id in an event as it was sent, in either spelling. */
export function personIn({ user, user_id_anon }: Pick<IngestEvent, 'user' | 'user_id_anon'>): string | undefined {
  return user?.id ?? user_id_anon ?? undefined
}
