import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

export interface StoredPushKeys {
  publicKey: string
  sealedPrivateKey: string
}

export async function findPushKeys(db: Queryable): Promise<StoredPushKeys | undefined> {
  const rows = await rowsOf(
    db,
    sql<StoredPushKeys>`
      select k.public_key as "publicKey", k.sealed_private_key as "sealedPrivateKey" from push_keys k`,
  )
  return rows[0]
}

/** Keeps a key pair, unless there is one. */
export async function insertPushKeys(db: Queryable, { publicKey, sealedPrivateKey }: StoredPushKeys): Promise<void> {
  await execute(
    db,
    sql`
      insert into push_keys (id, public_key, sealed_private_key) values (1, ${publicKey}, ${sealedPrivateKey})
      on conflict do nothing`,
  )
}
