import type { ClassEntry, MethodRange } from './mapping-format.ts'
import { findClass, findOriginalClass, type MappingIndex } from './mapping-index.ts'

/** A frame of obfuscated code of the JVM or Android, as the stack parser reads it. */
export interface JvmFrame {
  className: string
  method: string
  file?: string | undefined
  line?: number | undefined
}

/** A call as its author wrote it. */
export interface JvmCall {
  className: string
  method: string
  file: string
  /** Absent when the frame has no line, or the mapping none for it. */
  line?: number
  /** The compiler made it: a lambda's class, a bridge, an outline. */
  isSynthesized: boolean
}

/** The calls that a frame stands for, innermost first: all but the last were inlined. */
export interface RetracedFrame {
  calls: JvmCall[]
  /** Methods that the name may stand for, where nothing decides among them; the first one is in `calls`. */
  ambiguous?: string[]
}

/** Names that are shown where several fit. */
const maxAmbiguous = 5

/**
 * Leads the frames of a stack, innermost call first, back to what was written. A frame whose class the mapping does not
 * know is undefined: it belongs to the platform, or was never renamed.
 *
 * @param thrown the type of the exception, as the program names it: some frames are left out for one type alone
 *
 * @example
 * const [frame] = await retraceStack(index, [{ className: 'a.b', method: 'a', line: 3 }])
 * // { calls: [{ className: 'shop.Cart', method: 'priceOf', file: 'Cart.kt', line: 12 }, …] }
 */
export async function retraceStack(
  index: MappingIndex,
  frames: readonly JvmFrame[],
  thrown?: string,
): Promise<(RetracedFrame | undefined)[]> {
  const retraced: (RetracedFrame | undefined)[] = []
  const classes = new Map<string, ClassEntry | undefined>()
  /** Line within an outline, whose caller knows what it stands for. */
  let outlined: number | undefined
  for (const [number, frame] of frames.entries()) {
    if (!classes.has(frame.className)) classes.set(frame.className, await findClass(index, frame.className))
    const entry = classes.get(frame.className)
    if (entry === undefined) {
      retraced.push(undefined)
      outlined = undefined
      continue
    }
    const line = outlined === undefined ? frame.line : lineOfCallsite(entry, frame, outlined)
    const found = rangesOf(entry, frame.method, line)
    outlined = found.groups[0]?.some(({ notes }) => notes.outline) ? frame.line : undefined
    retraced.push(await completed(index, entry, frame, { ...found, line, thrown: number === 0 ? thrown : undefined }))
  }
  return retraced
}

/** Returns the name that the author gave a class; undefined when the mapping does not know it. */
export async function findOriginalName(index: MappingIndex, residual: string): Promise<string | undefined> {
  return (await findClass(index, residual))?.original
}

interface FoundRanges {
  /** Ranges that fit, each with the calls that were inlined into it, innermost first. */
  groups: MethodRange[][]
  /** A range was found by its lines, so that lines can be retraced. */
  isExact: boolean
}

function rangesOf({ methods }: ClassEntry, method: string, line: number | undefined): FoundRanges {
  const own = methods.filter(({ residual }) => residual === method)
  if (line !== undefined && line > 0) {
    const exact = groupsOf(own).filter(([{ from, to } = outside]) => from > 0 && from <= line && line <= to)
    if (exact.length > 0) return { groups: exact, isExact: true }
  }
  const anyLine = own.filter(({ from, to }) => from === 0 && to === 0)
  if (anyLine.length > 0) return { groups: anyLine.map((one) => [one]), isExact: line !== undefined && line > 0 }
  return { groups: groupsOf(own).map((group) => group.slice(-1)), isExact: false }
}

const outside = { from: 0, to: 0 }

/** Puts the ranges of the same lines that follow each other together: what was inlined, then the method itself. */
function groupsOf(own: readonly MethodRange[]): MethodRange[][] {
  const groups: MethodRange[][] = []
  for (const range of own) {
    const [first] = groups.at(-1) ?? []
    if (first !== undefined && first.from === range.from && first.to === range.to) groups.at(-1)!.push(range)
    else groups.push([range])
  }
  return groups
}

function lineOfCallsite(entry: ClassEntry, { method, line }: JvmFrame, outlined: number): number | undefined {
  const { groups } = rangesOf(entry, method, line)
  for (const { notes } of groups[0] ?? []) {
    const own = notes.callsite?.[outlined]
    if (own !== undefined) return own
  }
  return line
}

async function completed(
  index: MappingIndex,
  entry: ClassEntry,
  frame: JvmFrame,
  { groups, isExact, line, thrown }: FoundRanges & { line: number | undefined; thrown: string | undefined },
): Promise<RetracedFrame> {
  const [first] = groups
  if (first === undefined) {
    const { method } = frame
    const known = line === undefined ? {} : { line }
    const call = { className: entry.original, method, file: fileOf(entry, frame), ...known }
    return { calls: [{ ...call, isSynthesized: entry.isSynthesized }] }
  }
  const calls: JvmCall[] = []
  for (const range of shownOf(first, thrown)) calls.push(await toCall(index, entry, frame, { range, line, isExact }))
  const names = [...new Set(groups.map((group) => nameOf(entry, group.at(-1)!)))]
  return names.length < 2 ? { calls } : { calls, ambiguous: names.slice(0, maxAmbiguous) }
}

/** Leaves out what the compiler made, and what it says to leave out for this exception. */
function shownOf(group: readonly MethodRange[], thrown: string | undefined): readonly MethodRange[] {
  const written = group.filter(({ notes }) => notes.synthesized !== true)
  const shown = written.length > 0 ? written : group
  const rules = group.flatMap(({ notes }) => notes.rewrite ?? [])
  const removed = rules.find((rule) => rule.throws === thrown)?.remove ?? 0
  return shown.slice(Math.min(removed, shown.length - 1))
}

async function toCall(
  index: MappingIndex,
  entry: ClassEntry,
  frame: JvmFrame,
  { range, line, isExact }: { range: MethodRange; line: number | undefined; isExact: boolean },
): Promise<JvmCall> {
  const { originalClass, original, notes } = range
  const isOther = originalClass !== '' && originalClass !== entry.original
  const owner = isOther ? ((await findOriginalClass(index, originalClass)) ?? named(originalClass)) : entry
  const ownLine = isExact ? originalLine(range, line!) : undefined
  return {
    className: owner.original,
    method: original,
    file: fileOf(owner, frame),
    ...(ownLine === undefined ? {} : { line: ownLine }),
    isSynthesized: notes.synthesized === true || entry.isSynthesized,
  }
}

function named(original: string): Pick<ClassEntry, 'original' | 'sourceFile'> {
  return { original, sourceFile: '' }
}

function originalLine({ from, to, originalFrom, originalTo }: MethodRange, line: number): number {
  if (originalFrom === 0) return line
  // The call of an inlined method is on one line, whatever line of it ran.
  if (originalTo <= originalFrom || from === 0 || to === from) return originalFrom
  return Math.min(originalFrom + line - from, originalTo)
}

function nameOf({ original }: ClassEntry, range: MethodRange): string {
  return `${range.originalClass || original}.${range.original}`
}

/**
 * Names the source of a class: as the mapping says, else after the outermost class, as compilers want it. The name
 * in the program (`SourceFile`, `r8-map-id-…`) is no file.
 */
function fileOf(
  { original, sourceFile }: Pick<ClassEntry, 'original' | 'sourceFile'>,
  { file = '' }: JvmFrame,
): string {
  if (sourceFile !== '') return sourceFile
  const simple = original.slice(original.lastIndexOf('.') + 1)
  const outermost = /^[^$]+/.exec(simple)?.[0] ?? simple
  if (outermost.endsWith('Kt')) return `${outermost.slice(0, -2)}.kt`
  const ending = /\.(?:kt|java|scala|groovy)$/.exec(file)?.[0] ?? '.java'
  return `${outermost}${ending}`
}
