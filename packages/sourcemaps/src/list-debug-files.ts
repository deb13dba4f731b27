import { open, readFile, stat } from 'node:fs/promises'
import { limits } from '@bugle/protocol/vocabulary'
import { type DebugFile, type DebugFileFacts, detectDebugFile, MapRefusal, readDebugFileFacts } from '@bugle/symbols'
import { type FoundFile, findFiles } from './find-files.ts'
import { fileSource, toUrl, type UploadSource } from './list-uploads.ts'

/** A debug file to be uploaded. */
export interface DebugFileUpload extends UploadSource {
  kind: DebugFile
  buildId: string
}

export interface ListedDebugFiles {
  uploads: DebugFileUpload[]
  /** Files that look like debug files and cannot be used, and why. */
  skipped: { name: string; reason: string }[]
}

const headBytes = 4096

/**
 * Lists the debug files among files and folders, by their content: mappings of R8 and ProGuard, symbols of ELF and Mach-O,
 * obfuscation maps of Dart. An obfuscation map has no id of its own; it gets those of the symbols beside it.
 *
 * @param uuid the id that the app sends for its mapping
 *
 * @example await listDebugFiles(['build/symbols'])
 */
export async function listDebugFiles(
  paths: readonly string[],
  { ignore = [], uuid }: { ignore?: readonly string[]; uuid?: string | undefined } = {},
): Promise<ListedDebugFiles> {
  const listed: ListedDebugFiles = { uploads: [], skipped: [] }
  const names: FoundFile[] = []
  for (const file of await findFiles(paths, ignore)) {
    const kind = detectDebugFile(await readHead(file.path))
    if (kind === undefined) continue
    if ((await stat(file.path)).size > limits.artifactBytes) {
      listed.skipped.push({ name: file.name, reason: `has more than ${limits.artifactBytes / 1024 ** 2} MiB` })
    } else if (kind === 'dart_names') names.push(file)
    else await addFile(listed, file, kind, uuid)
  }
  const ids = listed.uploads.flatMap(({ kind, debugId }) => (kind === 'native_symbols' && debugId ? [debugId] : []))
  const maps: DebugFileUpload[] = []
  for (const file of names)
    for (const debugId of ids.length === 0 ? [undefined] : ids)
      maps.push({ ...(await sourceOf(file, 'dart_names')), debugId, buildId: '' })
  // Before the symbols, which resolve issues as soon as they are there: their types then have their names.
  return { ...listed, uploads: [...maps, ...listed.uploads] }
}

async function addFile(
  { uploads, skipped }: ListedDebugFiles,
  file: FoundFile,
  kind: DebugFile,
  uuid: string | undefined,
): Promise<void> {
  const facts = await factsOf(file, kind)
  if (typeof facts === 'string') skipped.push({ name: file.name, reason: facts })
  // Programs that were stripped lie beside their symbols in every build.
  else if (facts.isUseful) {
    const debugId = (kind === 'jvm_mapping' ? uuid : facts.debugId) || undefined
    uploads.push({ ...(await sourceOf(file, kind)), debugId, buildId: facts.buildId })
  }
}

async function factsOf({ path }: FoundFile, kind: DebugFile): Promise<DebugFileFacts | string> {
  try {
    return readDebugFileFacts(kind, await readFile(path))
  } catch (error) {
    if (error instanceof MapRefusal) return error.message
    throw error
  }
}

async function sourceOf(
  { path, name }: FoundFile,
  kind: DebugFile,
): Promise<Omit<DebugFileUpload, 'debugId' | 'buildId'>> {
  return { name, kind, url: toUrl(name, {}), ...(await fileSource(path)) }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
