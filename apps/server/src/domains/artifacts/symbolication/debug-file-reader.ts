import type { FrameView, Symbolication } from '@bugle/protocol'
import { isInApp } from '@bugle/stacktrace'
import {
  DamagedIndex,
  findAnchor,
  findOriginalName,
  type IndexFile,
  lookUpAddress,
  type NativeCall,
  type NativeIndex,
  openMappingIndex,
  openNativeIndex,
  type Reason,
  type RetracedFrame,
  restoreDartNames,
  restoreNames,
  retraceStack,
  type SymbolCache,
} from '@bugle/symbols'
import type { Database } from '../../../db/database.ts'
import type { DebugFileRecord, SymbolicationInput } from '../matching/index.ts'
import {
  DebugFileMatcher,
  type DebugMatch,
  findPage,
  isJvmFrame,
  looksObfuscated,
  mapIdOf,
  type NativeFrame,
  nativeFrameOf,
  toFrameReason,
} from '../matching/index.ts'

/** The original of a frame; and its callers, if the frame stands for several calls. */
export type SymbolicatedFrame = Symbolication & { callers?: Symbolication[] }

/** An exception, as its type and message say it. */
export interface NamedException {
  exception_type: string
  message: string
}

export interface DebugFileReaderDeps {
  db: Database
  cache: SymbolCache
}

/** Leads frames of the JVM and of native programs back to their sources, and obfuscated names to those that were written. */
export class DebugFileReader {
  readonly #deps: DebugFileReaderDeps

  constructor(deps: DebugFileReaderDeps) {
    this.#deps = deps
  }

  /** Resolves stacks, innermost call first; a frame that is neither of the JVM nor of a native program has no entry. */
  async symbolicate(
    event: SymbolicationInput,
    stacks: readonly FrameView[][],
    thrown: readonly string[] = [],
  ): Promise<(SymbolicatedFrame | undefined)[][]> {
    const matcher = new DebugFileMatcher(this.#deps.db, event)
    const resolved: (SymbolicatedFrame | undefined)[][] = []
    for (const [number, frames] of stacks.entries()) {
      const jvm = await this.#resolveJvm(event, frames, { matcher, thrown: thrown[number] })
      const native = await this.#resolveNative(event, frames, matcher)
      resolved.push(frames.map((_, index) => jvm[index] ?? native[index]))
    }
    return resolved
  }

  /** Gives exceptions the names that the obfuscation of the build replaced; undefined where there are none. */
  async restore(
    event: SymbolicationInput,
    exceptions: readonly NamedException[],
    stacks: readonly FrameView[][],
  ): Promise<(NamedException | undefined)[]> {
    const matcher = new DebugFileMatcher(this.#deps.db, event)
    const frames = stacks.flat()
    const isNative = frames.some((frame) => nativeFrameOf(frame, event.programs ?? [], true) !== undefined)
    const match = isNative ? await matcher.findDartNames(frames) : await matcher.findMapping(mapIdOfStack(frames))
    if (match === undefined || 'reason' in match || match.file.state !== 'ready') return exceptions.map(() => undefined)
    const restored = await this.#guard(async () => {
      const index = await openMappingIndex(this.#indexFile(event.projectId, match.file))
      const names: (NamedException | undefined)[] = []
      for (const { exception_type: type, message } of exceptions) {
        const original = {
          exception_type: (await findOriginalName(index, type)) ?? type,
          message: await (isNative ? restoreDartNames : restoreNames)(index, message),
        }
        const isSame = original.exception_type === type && original.message === message
        names.push(isSame ? undefined : original)
      }
      return names
    })
    return 'code' in restored ? exceptions.map(() => undefined) : restored
  }

  async #resolveJvm(
    event: SymbolicationInput,
    frames: FrameView[],
    { matcher, thrown }: { matcher: DebugFileMatcher; thrown: string | undefined },
  ): Promise<(SymbolicatedFrame | undefined)[]> {
    if (!frames.some(isJvmFrame)) return []
    const match = await matcher.findMapping(mapIdOfStack(frames))
    if (match === undefined) return []
    const opened = 'reason' in match ? match.reason : unready(match.file, 'mapping')
    const unresolved = (reason: Reason) =>
      frames.map((frame) => {
        const isMeant = isJvmFrame(frame) && (mapIdOf(frame) !== undefined || looksObfuscated(frame))
        return isMeant ? toUnresolved(reason, match, event) : undefined
      })
    if (opened !== undefined) return unresolved(opened)
    const { file } = match as Extract<DebugMatch, { file: DebugFileRecord }>
    const retraced = await this.#guard(async () => {
      const index = await openMappingIndex(this.#indexFile(event.projectId, file))
      const asked = frames.map(({ module = '', function: method = '', file: source, line }) => ({
        className: module,
        method,
        file: source,
        line,
      }))
      return retraceStack(index, asked, thrown)
    })
    if ('code' in retraced) return unresolved(retraced)
    return frames.map((frame, number) => {
      const found = isJvmFrame(frame) ? retraced[number] : undefined
      return found && toJvmFrame(found, frame, match, event)
    })
  }

  async #resolveNative(
    event: SymbolicationInput,
    frames: FrameView[],
    matcher: DebugFileMatcher,
  ): Promise<(SymbolicatedFrame | undefined)[]> {
    const resolved: (SymbolicatedFrame | undefined)[] = []
    for (const [number, frame] of frames.entries()) {
      const native = nativeFrameOf(frame, event.programs ?? [], number === 0)
      const match = native && (await matcher.findSymbols(native))
      if (native === undefined || match === undefined) {
        resolved.push(undefined)
        continue
      }
      const reason = 'reason' in match ? match.reason : unready(match.file, 'symbol file')
      const found =
        reason ??
        (await this.#guard(async () => {
          const { file } = match as Extract<DebugMatch, { file: DebugFileRecord }>
          const index = await openNativeIndex(this.#indexFile(event.projectId, file))
          const start = startOf(index, native)
          const calls = start === undefined ? undefined : await lookUpAddress(index, start + native.offset)
          return calls ?? ({ code: 'address_outside', address: native.offset } satisfies Reason)
        }))
      resolved.push('code' in found ? toUnresolved(found, match, event) : toNativeFrame(found, frame, match))
    }
    return resolved
  }

  /** A damaged index is a reason, and no error of whoever reads an event. */
  async #guard<T>(work: () => Promise<T>): Promise<T | Reason> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error
      return { code: 'failed', step: 'reading the index' }
    }
  }

  #indexFile(projectId: number, { sha256, indexVersion }: DebugFileRecord): IndexFile {
    const { db, cache } = this.#deps
    return {
      id: `${projectId}/${sha256.toString('hex')}/${indexVersion}`,
      readPage: (number) => findPage(db, { projectId, sha256 }, number),
      cache,
    }
  }
}

/** Makes frames of a stack: one that stands for several calls becomes several. */
export function withOriginals(frames: FrameView[], found: readonly (SymbolicatedFrame | undefined)[]): FrameView[] {
  return frames.flatMap((frame, index) => {
    const one = found[index]
    if (one === undefined) return [frame]
    const { callers = [], ...symbolication } = one
    return [symbolication, ...callers].map((original) => ({ ...frame, symbolication: original }))
  })
}

/** Returns what the offset of a frame counts from, relative to the program in memory. */
function startOf(index: NativeIndex, { from }: NativeFrame): number | undefined {
  if (from === 'memory') return 0
  return from === 'file' ? -index.head.base : findAnchor(index, from.symbol)
}

function mapIdOfStack(frames: readonly FrameView[]): string | undefined {
  for (const frame of frames) {
    const id = mapIdOf(frame)
    if (id !== undefined) return id
  }
  return undefined
}

/** Returns why a file that was found cannot be read yet, or never. */
function unready({ state, reason, url }: DebugFileRecord, what: 'mapping' | 'symbol file'): Reason | undefined {
  if (state === 'indexing') return { code: 'indexing' }
  if (state === 'evicted') return { code: 'evicted', file: url }
  if (state !== 'failed') return undefined
  return reason!.code === 'failed' ? reason! : { ...reason!, what }
}

function ruleOf(match: DebugMatch): Pick<Symbolication, 'by' | 'artifact_id'> {
  return 'file' in match ? { by: match.by, artifact_id: match.file.id } : {}
}

function toUnresolved(reason: Reason, match: DebugMatch, event: SymbolicationInput): Symbolication {
  return { state: 'unresolved', ...ruleOf(match), reason: toFrameReason(reason, event) }
}

function toJvmFrame(
  { calls, ambiguous }: RetracedFrame,
  frame: FrameView,
  match: DebugMatch,
  event: SymbolicationInput,
): SymbolicatedFrame | undefined {
  const originals = calls.map(
    ({ className, method, file, line, isSynthesized }, number): Symbolication => ({
      state: 'resolved',
      ...ruleOf(match),
      function: method,
      module: className,
      file,
      ...(line === undefined ? {} : { line }),
      in_app: !isSynthesized && isInApp({ module: className }, 'java'),
      ...(number < calls.length - 1 ? { is_inlined: true } : {}),
      ...(ambiguous === undefined
        ? {}
        : { reason: toFrameReason({ code: 'ambiguous_method', found: ambiguous }, event) }),
    }),
  )
  const [innermost, ...callers] = originals
  if (innermost === undefined) return undefined
  const isKept =
    callers.length === 0 &&
    innermost.module === frame.module &&
    innermost.function === frame.function &&
    innermost.line === frame.line
  // A class that was never renamed needs no original.
  if (isKept && innermost.file === frame.file) return undefined
  return callers.length === 0 ? innermost : { ...innermost, callers }
}

function toNativeFrame(calls: NativeCall[], frame: FrameView, match: DebugMatch): SymbolicatedFrame {
  const originals = calls.map(
    ({ function: name, file, line }, number): Symbolication => ({
      state: 'resolved',
      ...ruleOf(match),
      ...(name === '' ? {} : { function: name }),
      ...(file === '' ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      in_app: isDart(file) ? isInApp({ file }, 'dart') : file !== '' && frame.in_app,
      ...(number < calls.length - 1 ? { is_inlined: true } : {}),
    }),
  )
  const [innermost, ...callers] = originals
  return callers.length === 0 ? innermost! : { ...innermost!, callers }
}

function isDart(file: string): boolean {
  return file.endsWith('.dart') || file.startsWith('dart:') || file.startsWith('org-dartlang-')
}
