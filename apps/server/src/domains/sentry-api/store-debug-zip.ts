import { createHash } from 'node:crypto'
import { limits } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { defaultUrlOf, type SentFile, storeFile, type TakesSpace } from '../artifacts/index.ts'
import { idOfDebugFile, type ToolDebugFile, toToolFile } from './assemble-debug-files.ts'
import { openZip, UnusableUpload } from './read-zip.ts'

const zipLimits = { entries: 100, entryBytes: limits.artifactBytes, bytes: 4 * limits.artifactBytes, ratio: 200 }

/**
 * Stores the debug files of a zip, as version 2 of the tools sends mappings.
 *
 * @throws Refusal `validation_failed` for a zip that cannot be read, or none of whose files can be used
 */
export async function storeDebugZip(
  db: Database,
  uploader: { projectId: number; userId: string },
  bytes: Buffer,
  space: TakesSpace,
): Promise<ToolDebugFile[]> {
  async function* readRange(start: number, end: number): AsyncGenerator<Buffer> {
    yield bytes.subarray(start, end)
  }
  try {
    const zip = await openZip(readRange, bytes.length, zipLimits)
    const stored: ToolDebugFile[] = []
    for (const name of zip.names) {
      const content = await zip.read(name)
      const debugId = idOfDebugFile(`/${name}`, '')
      const sent: SentFile = {
        name: name.slice(0, 500),
        url: defaultUrlOf(name),
        bytes: content,
        debugId,
        release: null,
        dist: null,
        updateId: null,
        platform: null,
        kind: null,
      }
      const { reason } = await storeFile(db, uploader, sent, space)
      if (reason !== null) throw new UnusableUpload(reason.sentence)
      stored.push(toToolFile(name, debugId, createHash('sha1').update(content).digest('hex')))
    }
    return stored
  } catch (error) {
    if (!(error instanceof UnusableUpload)) throw error
    throw new Refusal('validation_failed', { errors: { file: [error.message] } })
  }
}
