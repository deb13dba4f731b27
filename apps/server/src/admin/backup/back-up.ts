import { resolve } from 'node:path'
import { mainBucket } from '../../db/buckets.ts'
import { copyOut } from '../../db/copy.ts'
import type { Connection, Database } from '../../db/database.ts'
import type { ObjectPayloads } from '../../domains/objects/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { plural } from '../plural.ts'
import { type ArchivedTable, type ArchiveHeader, ArchiveWriter, archiveFormat, operatorErrorOf } from './archive.ts'
import { fetchPayloads, hasPayloads } from './archived-payloads.ts'
import { copyOutStatement, findTables, measureTables, readServerFacts } from './backup-store.ts'
import { Progress } from './progress.ts'
import { secretCheckOf } from './secret-check.ts'
import { whileThere } from './servers.ts'
import { nothingWritten, type ServerSnapshot, withSnapshots } from './snapshots.ts'

export interface BackUpOptions {
  version: string
  now: Date
  /** The secret that the encrypted data needs; undefined if it was not found. */
  secret: { text: string; isOurs: boolean } | undefined
  /** Leaves the secret out of the file, although no other copy of it exists. */
  withoutSecret: boolean
  /** Where payloads are. */
  objects: ObjectPayloads
  print: (line: string) => void
}

/**
 * Writes everything that an installation holds into one file, while servers may run: the secret, and all tables of each
 * database server in one snapshot. Nothing is changed. Until it ends, maintenance drops no partition.
 *
 * @throws OperatorError if the file cannot be written, or a server does not respond
 */
export async function backUp(db: Database, path: string, options: BackUpOptions): Promise<void> {
  const { print } = options
  const file = resolve(path)
  const archive = await ArchiveWriter.create(file)
  try {
    await withSnapshots(db, (snapshots) => writeAll(snapshots, archive, options))
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    if (error instanceof ObjectStoreUnavailable)
      throw new OperatorError(`${error.message} A backup needs all payloads; nothing was written.`, { cause: error })
    throw operatorErrorOf(error, file)
  }
  print(`${file}: ${formatBytes(archive.bytes)}, readable by this user alone.`)
  for (const line of describeSecret(options)) print(line)
}

/** Amounts of a backup so far. */
interface Written {
  tables: number
  bytes: number
  /** Payloads that the object store has not. */
  lost: number
  /** Bytes of all tables, at most. */
  total: number
}

async function writeAll(
  snapshots: readonly ServerSnapshot[],
  archive: ArchiveWriter,
  options: BackUpOptions,
): Promise<void> {
  const { objects, print } = options
  const written: Written = { tables: 0, bytes: 0, lost: 0, total: 0 }
  for (const { bucket, client } of snapshots)
    written.total += await whileThere(bucket, nothingWritten, () => measureTables(client))
  const progress = new Progress(print, 'read')
  const isOne = snapshots.length === 1
  for (const { bucket, client, moment } of snapshots)
    await whileThere(bucket, nothingWritten, async () => {
      const place = { format: archiveFormat, as_of: moment.toISOString(), ...(bucket !== mainBucket && { bucket }) }
      await archive.writeHeader({ ...(isOne ? {} : place), ...(await headerOf(client, bucket, options)) })
      // Keys of all objects begin with the id of the installation, which the accounts have.
      const open = () => objects.open(snapshots.at(-1)!.client)
      await writeTables(client, archive, { objects, open, written, progress, where: isOne ? '' : `${bucket}, ` })
    })
  if (written.lost > 0)
    print(`${plural(written.lost, 'payload')} are missing in the object store: the backup has their rows without them.`)
  const servers = isOne ? '' : ` of ${plural(snapshots.length, 'server')}`
  print(`Read ${written.tables} tables${servers}, ${formatBytes(written.bytes)}.`)
  if (!isOne) print(describeMoments(snapshots))
}

async function headerOf(
  client: Connection,
  bucket: string,
  { version, now, secret, withoutSecret }: BackUpOptions,
): Promise<ArchiveHeader> {
  const hasSecret = bucket === mainBucket && secret?.isOurs && !withoutSecret
  return {
    version,
    created_at: now.toISOString(),
    ...(await readServerFacts(client)),
    secret_check: secret === undefined ? '' : secretCheckOf(secret.text),
    ...(hasSecret ? { secret: secret.text } : {}),
  }
}

interface TableWriting {
  objects: ObjectPayloads
  /** Prepares reads of objects, before the connection is busy with a copy. */
  open: () => Promise<void>
  written: Written
  progress: Progress
  /** Names the server in progress. */
  where: string
}

async function writeTables(
  client: Connection,
  archive: ArchiveWriter,
  { objects, open, written, progress, where }: TableWriting,
): Promise<void> {
  const onLost = () => {
    written.lost += 1
  }
  for (const table of await findTables(client)) {
    await archive.writeTable(table)
    if (hasPayloads(table)) await open()
    const rows = copyOut(client, copyOutStatement(table))
    const whole = hasPayloads(table) ? fetchPayloads(rows, table, { db: client, objects, onLost }) : rows
    for await (const chunk of whole) {
      await archive.writeData(chunk)
      written.bytes += chunk.length
      progress.report(where + nameOf(table), written.bytes, Math.max(written.bytes, written.total))
    }
    written.tables += 1
  }
}

/** Says that the backup is not of one moment: a transaction of two servers may be in one of them alone. */
function describeMoments(snapshots: readonly ServerSnapshot[]): string {
  const moments = snapshots.map(({ bucket, moment }) => `${bucket} ${moment.toISOString()}`)
  return `One moment for each server, the accounts last: ${moments.join(', ')}.`
}

function nameOf({ name, partition }: ArchivedTable): string {
  return partition?.name ?? name
}

function describeSecret({ secret, withoutSecret }: BackUpOptions): string[] {
  if (secret === undefined)
    return [
      'The file does not contain the secret, which was not found here. Keep the server’s BUGLE_SECRET with this file.',
    ]
  if (!secret.isOurs)
    return ['The file does not contain BUGLE_SECRET. Keep a copy of it: without it second factors are lost.']
  if (withoutSecret)
    return [
      'The file does not contain the secret. Keep a copy of BUGLE_DATA/secret: without it second factors are lost.',
    ]
  return ['The file contains the secret: whoever has it has everything. Protect it like the server itself.']
}
