import { readObjectFile } from '../native/read-object-file.ts'
import type { DebugFile } from './build-debug-index.ts'

/** Facts that a debug file states about itself, without being indexed. */
export interface DebugFileFacts {
  /** '' when it has none. */
  debugId: string
  buildId: string
  /** It can symbolicate something: a program without symbols cannot. */
  isUseful: boolean
}

/** Comments at the beginning of a mapping. */
const headBytes = 4096

/**
 * Reads the ids of a debug file. Throws a MapRefusal for a native file that is not valid.
 *
 * @example readDebugFileFacts('native_symbols', readFileSync('app.android-arm64.symbols')).buildId
 */
export function readDebugFileFacts(kind: DebugFile, bytes: Uint8Array): DebugFileFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'native_symbols') {
    const { debugId, buildId, sections, symbols } = readObjectFile(file)
    const isUseful = sections.has('debug_line') || sections.has('debug_info') || symbols.length > 0
    return { debugId, buildId, isUseful }
  }
  const head = kind === 'jvm_mapping' ? file.toString('utf8', 0, headBytes) : ''
  return { debugId: '', buildId: /^#\s*pg_map_id:\s*(\S+)/m.exec(head)?.[1] ?? '', isUseful: true }
}
