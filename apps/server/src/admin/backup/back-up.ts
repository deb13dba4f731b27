import { resolve } from 'node:path'
import type pg from 'pg'
import { copyOut } from '../../db/copy.ts'
import { type Database, onOwnConnection } from '../../db/database.ts'
import { shareSessionLock } from '../../db/locks.ts'
import { type ArchivedTable, ArchiveWriter, sentenceOf } from './archive.ts'
import { beginSnapshot, copyOutStatement, findTables, measureTables, readServerFacts } from './backup-store.ts'
import { Progress, sizeOf } from './progress.ts'
import { secretCheckOf } from './secret-check.ts'

export interface BackUpOptions {
  version: string
  now: Date
  /** What is encrypted needs it; undefined when it is not known here. */
  secret: { text: string; isOurs: boolean } | undefined
  /** Leaves the secret out of the file, though nobody else has it. */
  withoutSecret: boolean
  print: (line: string) => void
}

/**
 * Writes all that an installation holds into one file, as it is at this moment, beside a running server: every table in
 * one snapshot, and the secret. Nothing is changed. Maintenance drops no partition meanwhile.
 *
 * @throws OperatorError when the file cannot be written
 */
export async function backUp({ pool }: Database, path: string, options: BackUpOptions): Promise<void> {
  const { print } = options
  const file = resolve(path)
  const archive = await ArchiveWriter.create(file)
  try {
    await onOwnConnection(pool, async (client) => {
      await shareSessionLock(client, 'partitionDrops')
      await beginSnapshot(client)
      await writeAll(client, archive, options)
    })
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    throw sentenceOf(error, file)
  }
  print(`${file}: ${sizeOf(archive.bytes)}, readable by this user alone.`)
  for (const line of wordOfSecret(options)) print(line)
}

async function writeAll(client: pg.PoolClient, archive: ArchiveWriter, options: BackUpOptions): Promise<void> {
  const { version, now, secret, withoutSecret, print } = options
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
  let bytes = 0
  for (const table of tables) {
    await archive.writeTable(table)
    for await (const chunk of copyOut(client, copyOutStatement(table))) {
      await archive.writeData(chunk)
      bytes += chunk.length
      progress.at(nameOf(table), bytes, Math.max(bytes, total))
    }
  }
  print(`Read ${tables.length} tables, ${sizeOf(bytes)}.`)
}

function nameOf({ name, partition }: ArchivedTable): string {
  return partition?.name ?? name
}

function wordOfSecret({ secret, withoutSecret }: BackUpOptions): string[] {
  if (secret === undefined)
    return ['The secret is not in it: it was not found here. Keep the BUGLE_SECRET of the server with this file.']
  if (!secret.isOurs) return ['BUGLE_SECRET is not in it. Keep that apart: without it second factors are lost.']
  if (withoutSecret)
    return ['The secret is not in it. Keep the file BUGLE_DATA/secret apart: without it second factors are lost.']
  return ['The secret is in it: whoever has this file has everything. Keep it as you keep the server.']
}
