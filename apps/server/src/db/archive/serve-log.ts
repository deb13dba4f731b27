import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { DatabasePaths } from '../embedded/index.ts'
import { ArchiveError, expand, getPatiently, isLogName, logKey, segmentBytes } from './layout.ts'

/** Answers a recovery's requests for the log until it is stopped. */
export interface LogService {
  stop(): Promise<void>
}

const everyMs = 30

/**
 * Serves the log to a recovery, which names a file in `paths.wanted` and finds it in `paths.fetched` when the name is gone,
 * unless the archive does not have it.
 *
 * @param onFailure called with a failure that another attempt cannot mend, such as a damaged segment
 */
export function serveLog(
  store: ObjectStore,
  paths: DatabasePaths,
  { onSegment, onFailure }: { onSegment: () => void; onFailure: (error: unknown) => void },
): LogService {
  const stopping = new AbortController()
  let former: string | undefined
  const answer = async (name: string) => {
    if (former !== undefined) await rm(join(paths.fetched, former), { force: true })
    former = name
    const bytes = await getPatiently(store, logKey(name))
    if (bytes !== undefined) {
      const content = await expand(bytes, segmentBytes).catch(() => undefined)
      if (content === undefined) throw new ArchiveError(`The archive is damaged: ${logKey(name)}.`)
      const target = join(paths.fetched, name)
      await writeFile(`${target}.new`, content)
      // Its folder is closed to all but us and the server.
      await chmod(`${target}.new`, 0o644)
      await rename(`${target}.new`, target)
      onSegment()
    }
    await rm(join(paths.wanted, name), { force: true })
  }
  // Without the file alone, the recovery would end well, before the wanted moment.
  const fail = async (name: string, error: unknown) => {
    onFailure(error)
    await writeFile(join(paths.fetched, 'failed'), '')
    await rm(join(paths.wanted, name), { force: true })
  }
  const serve = async () => {
    while (!stopping.signal.aborted) {
      const names = await readdir(paths.wanted).catch(() => [])
      for (const name of names.filter(isLogName)) await answer(name).catch((error: unknown) => fail(name, error))
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const served = serve().catch(onFailure)
  return {
    stop() {
      stopping.abort()
      return served
    },
  }
}
