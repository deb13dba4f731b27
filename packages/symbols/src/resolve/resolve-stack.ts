import { lookUp, type Original } from '../lookup/look-up.ts'
import type { SymbolIndex } from '../lookup/open-index.ts'
import { type ContextLine, hasText, readContext } from '../lookup/source-text.ts'
import { findSourcePath } from '../lookup/strings.ts'
import type { Unmapped } from '../lookup/unmapped.ts'
import type { GeneratedFile, GeneratedFrame, Located, LocatedFrame, ResolvedFrame, UnresolvedFrame } from './frame.ts'
import { nameFunction } from './function-name.ts'
import { notComposed } from './hermes-map.ts'
import type { Reason } from './reason.ts'
import { isOwnSource, readablePath } from './source-path.ts'

/** Finds the symbols of a frame's file, or says why there are none. */
export type FindSymbols = (frame: GeneratedFrame) => Promise<GeneratedFile | Reason>

/**
 * Leads the frames of a stack, innermost call first, back to their sources: file, line, column, function, five lines of
 * context on each side. Every frame that stays as it is has the reason.
 *
 * @example
 * const file = { index: await openIndex(indexFile), functions: createFunctionStore() }
 * const [frame] = await resolveStack(parseStack(text).frames, async () => file)
 */
export async function resolveStack(
  frames: readonly GeneratedFrame[],
  findSymbols: FindSymbols,
): Promise<(ResolvedFrame | UnresolvedFrame)[]> {
  const found: Located[] = []
  for (const frame of frames) found.push(await locate(frame, findSymbols))
  const resolved: (ResolvedFrame | UnresolvedFrame)[] = []
  for (const [number, one] of found.entries()) resolved.push(await complete(one, found[number + 1]))
  return resolved
}

async function locate(frame: GeneratedFrame, findSymbols: FindSymbols): Promise<Located> {
  const { line, column } = frame
  if (!line || !column) return { reason: { code: 'no_position' } }
  const file = await findSymbols(frame)
  if ('code' in file) return { reason: file }
  const map = frame.isBytecode === true ? await notComposed(file.index) : undefined
  if (map !== undefined) return { reason: { code: 'hermes_map_not_composed', map } }
  const original = await lookUp(file.index, { line, column })
  if (typeof original !== 'string') return { frame, file, original }
  const cause = original === 'not_on_line' && (await isDart(file)) ? 'made_by_bundler' : original
  return { reason: outside({ frame, file }, cause) }
}

function outside({ frame, file }: Pick<LocatedFrame, 'frame' | 'file'>, cause: Unmapped): Reason {
  const last_line = file.index.head.tokens.lastLine + 1
  return { code: 'position_outside', line: frame.line!, column: frame.column!, last_line, cause }
}

/**
 * Whether the line that a call leads to has nothing to call: a bundler left the call without a mapping, and the one before
 * it is the end of other code.
 */
function hasNoCode(context: ContextLine[], { line }: Original): boolean {
  const text = context.find((one) => one.line === line)?.text
  return text !== undefined && !/[\w$]/.test(text)
}

/** Whether a compiler of Dart made the file: it leaves out the lines of its own runtime. */
async function isDart({ index }: GeneratedFile): Promise<boolean> {
  return (await findSourcePath(index, 0))?.endsWith('.dart') === true
}

async function complete(located: Located, caller: Located | undefined): Promise<ResolvedFrame | UnresolvedFrame> {
  if ('reason' in located) return { state: 'unresolved', reason: located.reason }
  const { file, frame, original } = located
  const rawFile = (await findSourcePath(file.index, original.source)) ?? ''
  const shown = await contextOf(file.index, original, rawFile)
  if (
    frame.isExact === true &&
    original.mapping === 'within' &&
    'context' in shown &&
    hasNoCode(shown.context, original)
  )
    return { state: 'unresolved', reason: outside(located, 'not_on_line') }
  return {
    state: 'resolved',
    function: await nameFunction(located, caller, rawFile),
    file: readablePath(rawFile),
    rawFile,
    line: original.line,
    column: original.column,
    mapping: original.mapping,
    offset: original.offset,
    inApp: isOwnSource(rawFile) && file.index.head.ignored[original.source] !== 1,
    ...shown,
  }
}

async function contextOf(
  index: SymbolIndex,
  original: Original,
  source: string,
): Promise<{ context: ContextLine[] } | { reason: Reason }> {
  const context = await readContext(index, original.source, original)
  if (context !== undefined) return { context }
  // A text that ends before the line is not the text that the map was made from.
  return hasText(index, original.source)
    ? { reason: { code: 'map_broken', detail: `the text of ${source} has no line ${original.line}` } }
    : { reason: { code: 'no_source_text', source } }
}
