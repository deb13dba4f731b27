import type { DebugFormat } from '../debug-files/sealed-head.ts'

/** The index of a mapping of R8 or ProGuard. */
export const mappingFormat: DebugFormat = { magic: 'BGJM', version: 1 }

/**
 * A class in a chunk of the index: a line of its own, then a line for each range of each method, in the order of the
 * mapping, which says which calls were inlined into which. Fields are separated by tabs.
 */
export interface ClassEntry {
  /** Name in the program, and as it was written. */
  residual: string
  original: string
  /** '' when the mapping does not say. */
  sourceFile: string
  isSynthesized: boolean
  methods: MethodRange[]
}

/** A range of lines of a method of the program, and the lines of the original that it stands for. */
export interface MethodRange {
  residual: string
  /** Lines of the program; both 0 when the range holds for any. */
  from: number
  to: number
  /** Class that the method was written in; '' for the class itself. */
  originalClass: string
  original: string
  /** Lines of the original; `originalFrom` is 0 when they are the same as those of the program. */
  originalFrom: number
  originalTo: number
  notes: MethodNotes
}

/** Facts about a method that R8 writes in comments below it. */
export interface MethodNotes {
  /** The compiler made it. */
  synthesized?: true
  /** Code that several methods had in common: the call site says which lines its calls have. */
  outline?: true
  /** Line of the outline → line of this method. */
  callsite?: Record<string, number>
  /** Frames to leave out where the exception, or any of several, was thrown. */
  rewrite?: { throws: string; remove: number }[]
}

/** Begins the line of a class; no name of a method begins with it. */
export const classMark = '>'

export function encodeClass({ residual, original, sourceFile, isSynthesized }: Omit<ClassEntry, 'methods'>): string {
  return `${classMark}${residual}\t${original}\t${sourceFile}\t${isSynthesized ? 's' : ''}\n`
}

export function encodeMethod(range: MethodRange): string {
  const { residual, from, to, originalClass, original, originalFrom, originalTo, notes } = range
  const noted = Object.keys(notes).length === 0 ? '' : JSON.stringify(notes)
  return `${residual}\t${from}\t${to}\t${originalClass}\t${original}\t${originalFrom}\t${originalTo}\t${noted}\n`
}

/** Reads the class that begins at a line; lines that are damaged give empty names. */
export function decodeClass(lines: readonly string[], start: number): ClassEntry {
  const [residual = '', original = '', sourceFile = '', flags = ''] = lines[start]!.slice(1).split('\t')
  const methods: MethodRange[] = []
  for (let number = start + 1; number < lines.length && !lines[number]!.startsWith(classMark); number++) {
    if (lines[number] !== '') methods.push(decodeMethod(lines[number]!))
  }
  return { residual, original, sourceFile, isSynthesized: flags === 's', methods }
}

function decodeMethod(line: string): MethodRange {
  const [residual = '', from, to, originalClass = '', original = '', originalFrom, originalTo, notes = ''] =
    line.split('\t')
  return {
    residual,
    originalClass,
    original,
    from: Number(from) || 0,
    to: Number(to) || 0,
    originalFrom: Number(originalFrom) || 0,
    originalTo: Number(originalTo) || 0,
    notes: notes === '' ? {} : decodeNotes(notes),
  }
}

function decodeNotes(text: string): MethodNotes {
  try {
    return JSON.parse(text) as MethodNotes
  } catch {
    return {}
  }
}
