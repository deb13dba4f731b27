import { readLines } from '../debug-files/read-lines.ts'
import { type Limits, maxIdBytes, maxNameBytes, maxPathBytes } from '../limits.ts'
import { broken, tooLarge } from '../refusal.ts'
import type { ByteReader } from '../scan/byte-reader.ts'
import { encodeClass, encodeMethod, type MethodNotes, type MethodRange } from './mapping-format.ts'

/** Receives a mapping as it is read. */
export interface MappingVisitor {
  /** The `pg_map_id` in the head of the file. */
  mapId(id: string): void
  /** A class with its methods, as the index stores them. */
  class(residual: string, original: string, record: string): void
}

const classLine = /^([^\s:]+) -> ([^\s:]+):$/
const methodLine = /^\s+(?:(\d+):(\d+):)?(\S+) ([^\s(]+)\([^)]*\)(?::(\d+)(?::(\d+))?)? -> (\S+)$/
const fieldLine = /^\s+\S+ \S+ -> \S+$/
const maxNotes = 100

/** A class that is being read. */
interface Begun {
  residual: string
  original: string
  sourceFile: string
  isSynthesized: boolean
  methods: string[]
  bytes: number
  /** The last method, which comments below it speak of. */
  last: MethodRange | undefined
}

/**
 * Reads a mapping of R8 or ProGuard line by line. Comments that it does not know, and those that are not JSON, mean
 * nothing to it: each version of R8 adds some. A file in which a line is neither class nor member is no mapping.
 */
export async function scanMapping(
  reader: ByteReader,
  visitor: MappingVisitor,
  limits: Limits,
  onBytes: (bytes: Uint8Array) => void,
): Promise<{ classes: number; sources: number }> {
  let begun: Begun | undefined
  let classes = 0
  let sources = 0
  let number = 0
  const end = () => {
    if (begun === undefined) return
    endMethod(begun)
    if (begun.sourceFile !== '') sources++
    visitor.class(begun.residual, begun.original, encodeClass(begun) + begun.methods.join(''))
  }
  for await (const line of readLines(reader, onBytes)) {
    number++
    const text = line.trimStart()
    if (text === '') continue
    if (text.startsWith('#')) {
      if (begun === undefined) readHeader(text, visitor)
      else note(begun, text)
      continue
    }
    if (text.length === line.length) {
      const [, original, residual] = classLine.exec(line.trimEnd()) ?? []
      if (original === undefined) throw broken(`line ${number} is neither a class nor a comment`)
      end()
      if (++classes > limits.classes) throw tooLarge(limits, 'classes')
      begun = {
        residual: cut(residual!),
        original: cut(original),
        sourceFile: '',
        isSynthesized: false,
        methods: [],
        bytes: 0,
        last: undefined,
      }
      continue
    }
    if (begun === undefined) throw broken(`line ${number} is a member of no class`)
    if (!addMember(begun, line.trimEnd())) throw broken(`line ${number} is neither a field nor a method`)
    if (begun.bytes > limits.classBytes) throw tooLarge(limits, 'classBytes')
  }
  end()
  if (classes === 0) throw broken('it has no class')
  return { classes, sources }
}

function readHeader(text: string, visitor: MappingVisitor): void {
  const id = /^#\s*pg_map_id:\s*(\S+)/.exec(text)?.[1]
  if (id !== undefined) visitor.mapId(id.slice(0, maxIdBytes))
}

function addMember(begun: Begun, line: string): boolean {
  const [, from, to, , name, originalFrom, originalTo, residual] = methodLine.exec(line) ?? []
  if (name === undefined) return fieldLine.test(line)
  endMethod(begun)
  const dot = name.lastIndexOf('.')
  const first = lineNumber(originalFrom)
  begun.last = {
    residual: cut(residual!),
    from: lineNumber(from),
    to: lineNumber(to),
    originalClass: dot < 0 ? '' : cut(name.slice(0, dot)),
    original: name.slice(dot + 1).slice(0, maxNameBytes),
    originalFrom: first,
    originalTo: originalTo === undefined ? first : lineNumber(originalTo),
    notes: {},
  }
  return true
}

function endMethod(begun: Begun): void {
  if (begun.last === undefined) return
  const line = encodeMethod(begun.last)
  begun.last = undefined
  begun.bytes += line.length
  begun.methods.push(line)
}

/** Reads a comment of R8 below a class or a method. */
function note(begun: Begun, text: string): void {
  const json = /^#\s*(\{.*\})\s*$/.exec(text)?.[1]
  if (json === undefined) return
  let sent: Record<string, unknown>
  try {
    sent = JSON.parse(json) as Record<string, unknown>
  } catch {
    return
  }
  const { last } = begun
  switch (sent.id) {
    case 'sourceFile':
      if (typeof sent.fileName === 'string' && last === undefined) begun.sourceFile = cut(sent.fileName)
      break
    case 'com.android.tools.r8.synthesized':
      if (last === undefined) begun.isSynthesized = true
      else last.notes.synthesized = true
      break
    case 'com.android.tools.r8.outline':
      if (last !== undefined) last.notes.outline = true
      break
    case 'com.android.tools.r8.outlineCallsite':
      if (last !== undefined) addCallsite(last.notes, sent.positions)
      break
    case 'com.android.tools.r8.rewriteFrame':
      if (last !== undefined) addRewrite(last.notes, sent)
  }
}

function addCallsite(notes: MethodNotes, positions: unknown): void {
  const entries = Object.entries((positions ?? {}) as Record<string, unknown>).slice(0, 10 * maxNotes)
  notes.callsite = Object.fromEntries(
    entries.filter((entry): entry is [string, number] => /^\d+$/.test(entry[0]) && Number.isInteger(entry[1])),
  )
}

function addRewrite(notes: MethodNotes, { conditions, actions }: Record<string, unknown>): void {
  const thrown = listOf(conditions).flatMap((one) => /^throws\(L([^;]+);\)$/.exec(one)?.[1]?.replaceAll('/', '.') ?? [])
  const remove = listOf(actions).flatMap((one) => /^removeInnerFrames\((\d{1,4})\)$/.exec(one)?.[1] ?? [])
  // All conditions must hold, and an exception has one type.
  if (thrown.length !== 1 || listOf(conditions).length !== 1 || remove.length === 0) return
  notes.rewrite ??= []
  if (notes.rewrite.length < maxNotes) notes.rewrite.push({ throws: cut(thrown[0]!), remove: Number(remove[0]) })
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, maxNotes).filter((one) => typeof one === 'string') : []
}

/** Lines of a class file have 16 bits; those of Dex code 32. */
function lineNumber(text: string | undefined): number {
  const number = Number(text ?? 0)
  return number <= 0x7fffffff ? number : 0
}

function cut(text: string): string {
  return text.slice(0, maxPathBytes).replace(/[\t\n\r\0]/g, ' ')
}
