import type { HexId } from '@bugle/protocol'
import type { Frame } from '@bugle/stacktrace'
import { messageTemplate } from './message-template.ts'
import { sha256 } from './sha256.ts'
import { TooMuchWork, type WorkLimit } from './work-limit.ts'

/** One exception of the chain, reduced to what grouping needs. */
export interface ChainedException {
  type: string
  message: string
  frames: Frame[]
}

/** The positions of a chain's calls, with files by their number, so that a file can be named by its content. */
export interface Positions {
  /** Hash of the positions, and of the exceptions below the reported one. */
  hash: string
  /** Generated files, in the order of their first call. */
  files: string[]
  /** The innermost calls of the reported exception: their hash, and how many of the files they are in. */
  inner: { hash: string; fileCount: number }
}

/** Facts beside the stack that decide how it resolves. */
export interface ExactContext {
  projectId: number
  /** The grouping of the stack as it was sent, as canonical text. */
  coarse: string
  /** Its template may decide the group of the resolved stack. */
  message: string
  /** Names the content of each file: by its debug id, else by release and address. */
  fileKeys: readonly string[]
}

/**
 * Stands among the files for the program, which calls that are in no file of their own belong to: those of an obfuscated
 * build for the JVM, and those of Dart that was compiled ahead of time.
 */
export const programFile = '<program>'

/** Calls that distinguish the stacks for which there is no exact group: enough to name the place in the author's code. */
const innerCalls = 3

/** Returns the positions of the calls; undefined if none is in code that a build may have made. */
export function positionsOf(chain: readonly ChainedException[], limit: WorkLimit): Positions | undefined {
  const hasProgram = chain.some(({ frames }) => frames.some(isCompiled))
  if (!hasProgram && !chain.some(({ frames }) => frames.some(isGenerated))) return undefined
  const numbers = new Map<string, number>()
  const links = chain.map(({ type, message, frames }, depth) => [
    type,
    depth === 0 ? '' : messageTemplate(message, limit),
    ...distinctCalls(frames, numbers),
  ])
  const files = hasProgram ? [...numbers.keys(), programFile] : [...numbers.keys()]
  return { hash: sha256(JSON.stringify(links)), files, inner: innerOf(chain[0]!) }
}

/** The files of the innermost calls are the first of all: calls are numbered from the innermost on. */
function innerOf({ type, frames }: ChainedException): Positions['inner'] {
  const numbers = new Map<string, number>()
  const calls: string[] = []
  for (const frame of frames) {
    if (frame.native === true) continue
    const call = positionOf(frame, numbers)
    if (call !== calls.at(-1)) calls.push(call)
    if (calls.length === innerCalls) break
  }
  return { hash: sha256(JSON.stringify([type, ...calls])), fileCount: numbers.size }
}

/** Recursion is as deep as the data: a call that repeats counts once. */
function distinctCalls(frames: readonly Frame[], numbers: Map<string, number>): string[] {
  const calls = frames.filter(({ native }) => native !== true).map((frame) => positionOf(frame, numbers))
  return calls.filter((call, index) => call !== calls[index - 1])
}

function positionOf(frame: Frame, numbers: Map<string, number>): string {
  const { function: name = '', module = '', file = '', line = 0, column = 0 } = frame
  if (!isGenerated(frame)) return `${module}.${name}@${file}:${line}:${column}`
  const number = numbers.get(file) ?? numbers.size
  numbers.set(file, number)
  return `${number}:${line}:${column}`
}

/**
 * Computes the exact group of a stack: events in it have the same calls at the same positions of the same files, so that
 * all of them resolve alike. Release and debug ids are part of it, because a position means nothing without its file.
 */
export function exactGroupOf({ hash }: Positions, context: ExactContext, limit: WorkLimit): HexId {
  return hashOf('exact', hash, context, limit)
}

/** Computes the group of a stack by its innermost calls alone, for a stack that is one too many. */
export function innerGroupOf({ inner }: Positions, context: ExactContext, limit: WorkLimit): HexId {
  const fileKeys = context.fileKeys.slice(0, inner.fileCount)
  return hashOf('inner', inner.hash, { ...context, fileKeys }, limit)
}

function hashOf(
  kind: 'exact' | 'inner',
  hash: string,
  { projectId, coarse, message, fileKeys }: ExactContext,
  limit: WorkLimit,
): HexId {
  const text = JSON.stringify([projectId, kind, 1, coarse, templateOf(message, limit), hash, ...fileKeys])
  return sha256(text).slice(0, 32) as HexId
}

function templateOf(message: string, limit: WorkLimit): string {
  try {
    return messageTemplate(message, limit)
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return ''
  }
}

const script = /\.(?:[cm]?jsx?|(?:js)?bundle|hbc)(?:[?#]|$)/i

/** Whether a call is in JavaScript that a build may have made. React Native omits the name of its only bundle. */
function isGenerated({ file, module, line, column }: Frame): boolean {
  if (module !== undefined || line === undefined || column === undefined) return false
  return file === undefined || (script.test(file) && !file.includes('/node_modules/'))
}

/** Names that R8 and ProGuard give to classes, and to classes within them: `a`, `b0`, `b$a`. */
const obfuscatedClass = /(?:^|\.)[A-Za-z]\w?(?:\$\w{1,2})*$/

/** Whether a call is of an obfuscated build for the JVM, or an address of Dart. */
function isCompiled({ module, function: name = '', file = '', column }: Frame): boolean {
  if (isAddress({ function: name })) return true
  if (module === undefined || column !== undefined) return false
  if (file.startsWith('r8-map-id-')) return true
  // Other languages with modules print paths.
  return obfuscatedClass.test(module) && !file.includes('/')
}

/** Whether a call is an address of Dart: the frame then says nothing to anybody. */
export function isAddress({ function: name = '' }: Pick<Frame, 'function'>): boolean {
  return name.startsWith('_kDart')
}
