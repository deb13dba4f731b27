import type { Database } from '../../db/database.ts'
import { normalizeDebugId } from '../artifacts/index.ts'
import { type Assembled, assembleBundle, toSha1s } from './assemble.ts'

/** A debug file in the words of the tools, which fail on one that is not whole. */
export interface ToolDebugFile {
  uuid: string
  debugId: string
  objectName: string
  cpuName: string
  sha1: string
  data: { features: string[] }
}

type AssembledFile = Assembled & { dif?: ToolDebugFile }

/** Name under which a mapping of R8 or ProGuard is sent. */
const mappingName = /^\/proguard\/([0-9a-f-]{36})\.txt$/i
const maxFiles = 1000

/** Returns the id that a tool names a debug file by: in the name of a mapping, and beside other files. */
export function idOfDebugFile(name: string, sent: string): string | null {
  const id = mappingName.exec(name)?.[1] ?? sent
  // Tools append the number of the revision of a program of Windows.
  return normalizeDebugId(id) ?? normalizeDebugId(id.slice(0, 36)) ?? null
}

/** Describes a stored file as the tools want it. */
export function toToolFile(objectName: string, debugId: string | null, sha1: string): ToolDebugFile {
  const id = debugId ?? '00000000-0000-0000-0000-000000000000'
  return { uuid: id, debugId: id, objectName, cpuName: 'any', sha1, data: { features: [] } }
}

/** Says which chunks of debug files are missing, by the sha1 of each file; those that are there become files in a job. */
export async function assembleDebugFiles(
  db: Database,
  { projectId, userId }: { projectId: number; userId: string },
  body: Record<string, unknown>,
): Promise<Record<string, AssembledFile>> {
  const states: Record<string, AssembledFile> = {}
  for (const sha1 of toSha1s(Object.keys(body).slice(0, maxFiles), 'body')) {
    const { name, debug_id: sent, chunks } = (body[sha1] ?? {}) as Record<string, unknown>
    const fileName = (typeof name === 'string' ? name : 'unnamed').replaceAll('\0', '\uFFFD').slice(0, 500)
    const debugId = idOfDebugFile(fileName, typeof sent === 'string' ? sent : '')
    const file = { projectId, sha1: Buffer.from(sha1, 'hex'), release: null, dist: null, fileName, debugId }
    const assembled = await assembleBundle(db, { ...file, chunks: toSha1s(chunks, 'chunks'), userId })
    states[sha1] = assembled.state === 'ok' ? { ...assembled, dif: toToolFile(fileName, debugId, sha1) } : assembled
  }
  return states
}
