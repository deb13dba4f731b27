import type { Config } from '../../config.ts'
import { clusterIdOf, listBases, ownerOf, readBase, waitingLog } from '../../db/archive/index.ts'
import { pathsIn } from '../../db/embedded/index.ts'
import { dayMs, minuteMs } from '../../lib/time.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { archiveStoreOf } from '../../wiring/archive-store.ts'
import { plural } from '../plural.ts'
import { type Check, fail, formatDuration, ok, statusOf, warn } from './check.ts'

/** The log is moved each second, and a base is made each day. */
const bounds = { logMs: [3 * minuteMs, 15 * minuteMs], baseMs: [1.5 * dayMs, 3 * dayMs] } as const

/** Checks that BUGLE_ARCHIVE receives what the embedded database writes. */
export async function checkArchive(config: Config, now: Date): Promise<Check[]> {
  if (config.archive === undefined || config.DATABASE_URL !== undefined) return []
  try {
    return [await archiveCheck(archiveStoreOf(config.archive), config, now.getTime())]
  } catch (error) {
    return [
      fail(
        'archive',
        `it cannot be read: ${(error as Error).message}`,
        'Until it is back, the log stays in BUGLE_DATA and takes room there.',
      ),
    ]
  }
}

async function archiveCheck(store: ObjectStore, { dataDirectory }: Config, now: number): Promise<Check> {
  const paths = await pathsIn(dataDirectory)
  const owner = await ownerOf(store)
  if (owner !== undefined && owner !== (await clusterIdOf(paths.cluster)))
    return fail(
      'archive',
      'it is the archive of another installation, and receives nothing',
      'Set BUGLE_ARCHIVE to a place of its own.',
    )
  const { files, since } = await waitingLog(paths.log)
  const waitsMs = since === undefined ? 0 : now - since
  const state = statusOf(waitsMs, bounds.logMs)
  if (state !== 'ok')
    return (state === 'warn' ? warn : fail)(
      'archive',
      `${plural(files, 'file')} of the log wait for ${formatDuration(waitsMs / 1000)}`,
      'See the server’s log for the reason. They stay in BUGLE_DATA and take room there.',
    )
  const ids = await listBases(store)
  if (ids.length === 0)
    return warn(
      'archive',
      'it has no base yet',
      'The server makes one when it starts. Until then nothing can be restored.',
    )
  const [first, last] = await Promise.all([readBase(store, ids[0]!), readBase(store, ids.at(-1)!)])
  const age = now - Date.parse(last.startedAt)
  const text = `any second since ${first.completedAt} can be restored; the newest base is ${formatDuration(age / 1000)} old`
  const kind = statusOf(age, bounds.baseMs)
  if (kind === 'ok') return ok('archive', text)
  return (kind === 'warn' ? warn : fail)(
    'archive',
    text,
    'A base is made each day. See the server’s log for the reason.',
  )
}
