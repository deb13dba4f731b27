import { type MailChoices, type MailKind, mailKinds } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

/** Returns which kinds of mails a user wants: all, except those turned off. */
export async function findMailChoices(db: Queryable, userId: string): Promise<MailChoices> {
  const rows = await rowsOf(
    db,
    sql<{ kind: MailKind }>`
      select muted_mails.kind from muted_mails where muted_mails.user_id = ${userId}`,
  )
  const off = new Set(rows.map(({ kind }) => kind))
  return Object.fromEntries(mailKinds.map((kind) => [kind, !off.has(kind)])) as MailChoices
}

export async function wantsMail(db: Queryable, userId: string, kind: MailKind): Promise<boolean> {
  return (await findMailChoices(db, userId))[kind]
}

/** Turns kinds of mails on or off; those that are not named stay as they are. */
export async function putMailChoices(
  tx: Tx,
  userId: string,
  choices: { [Kind in MailKind]?: boolean | null | undefined },
): Promise<void> {
  const kinds = (wanted: boolean) => mailKinds.filter((kind) => choices[kind] === wanted)
  await execute(tx, sql`delete from muted_mails where user_id = ${userId} and kind = any(${kinds(true)}::text[])`)
  await execute(
    tx,
    sql`
      insert into muted_mails (user_id, kind) select ${userId}, unnest(${kinds(false)}::text[])
      on conflict do nothing`,
  )
}
