import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { findPassword } from './password.ts'
import { pathsIn, port, socketName } from './paths.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

/** Result of the work, or the reason why it was not done. */
export type RunningWork<T> = { kind: 'done'; value: T } | { kind: 'not running' } | { kind: 'absent' }

/**
 * Runs work on the database of a Bugle that is running on this data directory. If there is none, nothing is started,
 * created or changed.
 */
export async function withRunningDatabase<T>(
  dataDirectory: string,
  work: (connection: EmbeddedDatabase['connection']) => Promise<T>,
): Promise<RunningWork<T>> {
  const paths = await ignoreErrors(['ENOENT'], () => pathsIn(dataDirectory))
  const password = paths && (await findPassword(paths.password))
  if (paths === undefined || password === undefined) return { kind: 'absent' }
  return withShortName(paths.cluster, socketName, async (host) => {
    if ((await probeSocket(join(host, socketName))) !== 'alive') return { kind: 'not running' }
    return { kind: 'done', value: await work({ host, port, user: 'bugle', password, database: 'bugle' }) }
  })
}
