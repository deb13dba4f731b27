import type { Database } from '../../../db/database.ts'
import type { PushKeys } from '../../../ports/pusher.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { findPushKeys, insertPushKeys } from './push-keys-store.ts'

/** Binds the sealed key to its table. */
export const pushKeysSeal = 'push keys'

export interface PushKeyDeps {
  db: Database
  sealer: Sealer
  makeKeys: () => Promise<PushKeys>
}

/** Returns the server's key pair, and makes it if there is none; processes that do so at the same time agree on one. */
export async function getPushKeys({ db, sealer, makeKeys }: PushKeyDeps): Promise<PushKeys> {
  const known = await findPushKeys(db)
  if (known === undefined) {
    const { publicKey, privateKey } = await makeKeys()
    await insertPushKeys(db, { publicKey, sealedPrivateKey: sealer.seal(privateKey, pushKeysSeal) })
  }
  const { publicKey, sealedPrivateKey } = known ?? (await findPushKeys(db))!
  return { publicKey, privateKey: sealer.open(sealedPrivateKey, pushKeysSeal) }
}
