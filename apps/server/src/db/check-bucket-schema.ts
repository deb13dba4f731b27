import pg from 'pg'
import { compareSchema } from './compare-schema.ts'
import { readMigrationFiles } from './migration-files.ts'
import { findRecordedSchema } from './recorded-schema-store.ts'

/**
 * The tables on the server of a bucket are not those of this code. For its projects it is as if the server were away: they get 503,
 * and background work waits.
 */
export class BucketNotReady extends Error {
  /** SQLSTATE of a server that is not ready for connections. */
  readonly code = '57P03'

  /** @param why follows the words «the tables» */
  constructor(
    readonly bucket: string,
    readonly why: string,
  ) {
    super(`The tables of the bucket ${bucket} ${why}.`)
  }
}

/**
 * Refuses a bucket until its tables are those of this code: one that was away at the start is migrated when it is back, and one that a
 * newer release has migrated may not support this code. Looks on a connection that leads nowhere else.
 *
 * @throws BucketNotReady
 */
export async function checkBucketSchema(bucket: string, connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'bugle', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const recorded = await findRecordedSchema(client)
    const why = recorded === undefined ? 'are missing' : whyNot(compareSchema(recorded, await readMigrationFiles()))
    if (why !== undefined) throw new BucketNotReady(bucket, why)
  } finally {
    await client.end().catch(() => {})
  }
}

function whyNot(state: ReturnType<typeof compareSchema>): string | undefined {
  if (state.kind !== 'usable') return state.why
  return state.pending.length > 0 ? 'are not migrated yet' : undefined
}
