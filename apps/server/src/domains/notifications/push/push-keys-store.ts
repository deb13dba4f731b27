import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

export interface StoredPushKeys {
  publicKey: string
  sealedPrivateKey: string
}

export async function findPushKeys(db: Kysely<Schema>): Promise<StoredPushKeys | undefined> {
  const { rows } = await sql<StoredPushKeys>`
    select k.public_key as "publicKey", k.sealed_private_key as "sealedPrivateKey" from push_keys k`.execute(db)
  return rows[0]
}

/** Keeps a key pair, unless there is one. */
export async function insertPushKeys(
  db: Kysely<Schema>,
  { publicKey, sealedPrivateKey }: StoredPushKeys,
): Promise<void> {
  await sql`
    insert into push_keys (id, public_key, sealed_private_key) values (1, ${publicKey}, ${sealedPrivateKey})
    on conflict do nothing`.execute(db)
}
