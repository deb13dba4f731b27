import { resolve } from 'node:path'
import { copyOut } from '../../db/copy.ts'
import { type Connection, type Database, onOwnConnection } from '../../db/database.ts'
import { shareSessionLock } from '../../db/locks.ts'
import type { PackObjects } from '../../domains/storage/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { plural } from '../plural.ts'
import { type ArchivedTable, ArchiveWriter, operatorErrorOf } from './archive.ts'
import { fetchPayloads, isPacks } from './archived-packs.ts'
import { beginSnapshot, copyOutStatement, findTables, measureTables, readServerFacts } from './backup-store.ts'
import { Progress } from './progress.ts'
import { secretCheckOf } from './secret-check.ts'

export interface BackUpOptions {
  version: string
  now: Date
  /** The secret that the encrypted data needs; undefined if it was not found. */
  secret: { text: string; isOurs: boolean } | undefined
  /** Leaves the secret out of the file, although no other copy of it exists. */
  withoutSecret: boolean
  /** Where the payloads of packs are. */
  objects: PackObjects
  print: (line: string) => void
}

/**
 * Writes everything that an installation holds into one file, while a server may run: the secret, and all tables in one
 * snapshot. Nothing is changed. Until it ends, maintenance drops no partition.
 *
 * @throws OperatorError if the file cannot be written
 */
export async function backUp(db: Database, path: string, options: BackUpOptions): Promise<void> {
  const { print } = options
  const file = resolve(path)
  const archive = await ArchiveWriter.create(file)
  try {
    await onOwnConnection(db, async (client) => {
      await shareSessionLock(client, 'partitionDrops')
      await beginSnapshot(client)
      await writeAll(client, archive, options)
    })
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

async function writeAll(client: Connection, archive: ArchiveWriter, options: BackUpOptions): Promise<void> {
  const { version, now, secret, withoutSecret, objects, print } = options
  const facts = await readServerFacts(client)
  const tables = await findTables(client)
  const total = await measureTables(client)
  const progress = new Progress(print, 'read')
  await archive.writeHeader({
    version,
    created_at: now.toISOString(),
    ...facts,
    secret_check: secret === undefined ? '' : secretCheckOf(secret.text),
    ...(secret?.isOurs && !withoutSecret ? { secret: secret.text } : {}),
  })
  let [bytes, lost] = [0, 0]
  const contentOf = async (table: ArchivedTable) => {
    if (!isPacks(table)) return copyOut(client, copyOutStatement(table))
    // The connection is busy while it copies.
    await objects.open(client)
    const onLost = () => {
      lost += 1
    }
    return fetchPayloads(copyOut(client, copyOutStatement(table)), table, { db: client, objects, onLost })
  }
  for (const table of tables) {
    await archive.writeTable(table)
    for await (const chunk of await contentOf(table)) {
      await archive.writeData(chunk)
      bytes += chunk.length
      progress.report(nameOf(table), bytes, Math.max(bytes, total))
    }
  }
  if (lost > 0)
    print(`${plural(lost, 'payload')} are missing in the object store: their events are in the backup without bodies.`)
  print(`Read ${tables.length} tables, ${formatBytes(bytes)}.`)
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
