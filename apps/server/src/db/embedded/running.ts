import { join } from 'node:path'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { unless } from './embedded-database-error.ts'
import { findPassword } from './password.ts'
import { placesIn, port, socketName } from './places.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

/** What came of it, or why nothing could. */
export type Outcome<T> = { kind: 'done'; value: T } | { kind: 'not running' } | { kind: 'absent' }

/**
 * Works on the database of a Bugle that runs on this data directory, beside it. Nothing is started, made or changed
 * when there is none.
 */
export async function withRunningDatabase<T>(
  dataDirectory: string,
  work: (connection: EmbeddedDatabase['connection']) => Promise<T>,
): Promise<Outcome<T>> {
  const places = await unless(['ENOENT'], () => placesIn(dataDirectory))
  const password = places && (await findPassword(places.password))
  if (places === undefined || password === undefined) return { kind: 'absent' }
  return withShortName(places.cluster, socketName, async (host) => {
    if ((await probeSocket(join(host, socketName))) !== 'answering') return { kind: 'not running' }
    return { kind: 'done', value: await work({ host, port, user: 'bugle', password, database: 'bugle' }) }
  })
}
