import { bucketDatabase, bucketPlaces, mainBucket } from '../../db/buckets.ts'
import type { Database } from '../../db/database.ts'
import { shareSessionLock } from '../../db/locks.ts'
import { OperatorError } from '../operator-error.ts'
import { beginSnapshot, type Directory, findOtherBuckets, readDirectory, readMoment } from './backup-store.ts'
import { type ConnectedServer, whileThere, withConnections, withServers } from './servers.ts'

/** A server whose connection is in a snapshot. */
export interface ServerSnapshot extends ConnectedServer {
  moment: Date
}

export const nothingWritten = 'A backup needs every server; nothing was written.'

/** How often snapshots are taken that projects move between. */
const attempts = 5

/**
 * Runs work with a snapshot of every server of the installation. All begin before the first is read, so that their moments are
 * milliseconds apart, and the accounts last: they know every project of the buckets, and the numbers that are taken.
 *
 * @throws OperatorError if a server is away, or the settings do not name it
 */
export async function withSnapshots<T>(db: Database, work: (snapshots: ServerSnapshot[]) => Promise<T>): Promise<T> {
  const buckets = await whileThere(mainBucket, nothingWritten, () => findOtherBuckets(bucketDatabase(db, mainBucket)))
  const places = bucketPlaces(db)
  const unnamed = buckets.filter((name) => places[name] === undefined)
  if (unnamed.length > 0)
    throw new OperatorError(
      `BUGLE_BUCKETS does not name ${unnamed.join(', ')}: projects are there. Set it to the server’s value. Nothing was written.`,
    )
  return withServers(db, buckets, (servers) =>
    withConnections(servers, nothingWritten, async (connected) => work(await takeSnapshots(connected))),
  )
}

async function takeSnapshots(servers: readonly ConnectedServer[]): Promise<ServerSnapshot[]> {
  for (const { bucket, client } of servers)
    await whileThere(bucket, nothingWritten, () => shareSessionLock(client, 'partitionDrops'))
  const accounts = servers.at(-1)!.client
  for (let attempt = 1; ; attempt++) {
    const before = servers.length > 1 ? await readDirectory(accounts) : undefined
    const snapshots: ServerSnapshot[] = []
    for (const server of servers)
      snapshots.push(
        await whileThere(server.bucket, nothingWritten, async () => {
          await beginSnapshot(server.client)
          return { ...server, moment: await readMoment(server.client) }
        }),
      )
    if (before === undefined || isStill(before, await readDirectory(accounts))) return snapshots
    if (attempt === attempts)
      throw new OperatorError('Projects move between the servers all the time. Back up when they have moved.')
    for (const { bucket, client } of servers) await whileThere(bucket, nothingWritten, () => client.query('rollback'))
  }
}

/** Whether no project moved, or was erased, between two looks: then each is in the snapshot of its server. */
function isStill(before: Directory, after: Directory): boolean {
  return [...before].every(([id, place]) => after.get(id) === place)
}
