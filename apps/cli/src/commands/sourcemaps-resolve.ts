import { readFile } from 'node:fs/promises'
import { responseBody } from '@bugle/api-client'
import { openMap } from '@bugle/sourcemaps'
import {
  createFunctionStore,
  decodeDataUrl,
  explainReason,
  findMapReference,
  type GeneratedFile,
  type GeneratedFrame,
  type ResolvedFrame,
  resolveStack,
  type UnresolvedFrame,
} from '@bugle/symbols'
import type { AnyOptions, Context } from '../context.ts'
import { describeFrames } from '../describe-event.ts'
import { exitCodes, Failure, misuse } from '../failure.ts'
import { plainText } from '../output.ts'

interface ResolveOptions extends AnyOptions {
  map?: string
  strict?: boolean
}

/** Resolves a position, or a stack on standard input: with a map on disk, else by the server. */
export async function run(context: Context, position: string | undefined, options: ResolveOptions): Promise<void> {
  if (options.map === undefined) return resolveOnServer(context, position, options)
  const file = await openFile(options.map)
  const lines = position === undefined ? await readStack(context) : [lineOf(position)]
  const frames = lines.flatMap(({ frame }) => frame ?? [])
  if (frames.length === 0) throw new Failure('There is no position in this text.', { exitCode: exitCodes.nothingFound })
  const resolved = await resolveStack(frames, async () => file)
  if (position === undefined) printStack(context, lines, resolved)
  else printFrame(context, frames[0]!, resolved[0]!)
  const unresolved = resolved.filter(({ state }) => state === 'unresolved').length
  if (unresolved === resolved.length)
    throw new Failure('No position could be resolved.', { exitCode: exitCodes.nothingFound })
  if (options.strict && unresolved > 0)
    throw new Failure(`${unresolved} of ${resolved.length} positions were not resolved.`, {
      exitCode: exitCodes.findings,
    })
}

/** Resolves a stack by the maps that were uploaded; nothing of it is stored. */
async function resolveOnServer(context: Context, position: string | undefined, options: ResolveOptions): Promise<void> {
  if (position !== undefined) throw misuse('Which map? Name it with --map FILE.')
  const { settings, output } = context
  const stack = (await readStack(context)).map(({ text }) => text).join('\n')
  const body = { stack, release: settings.release?.value ?? null, dist: settings.dist?.value ?? null }
  const params = { path: { id: await context.projectId() } }
  const { frames } = await responseBody(context.api.POST('/api/projects/{id}/symbolicate', { params, body }))
  if (frames.length === 0) throw new Failure('There is no frame in this text.', { exitCode: exitCodes.nothingFound })
  if (output.json) for (const frame of frames) output.result(frame, () => '')
  else output.raw(`${plainText(describeFrames(frames, output).join('\n'))}\n`)
  const left = frames.filter(({ symbolication }) => symbolication?.state === 'unresolved').length
  if (options.strict && left > 0)
    throw new Failure(`${left} of ${frames.length} frames were not resolved.`, { exitCode: exitCodes.findings })
}

async function openFile(path: string): Promise<GeneratedFile> {
  const bytes = await readFile(path)
  const inline = decodeDataUrl(findMapReference(bytes) ?? '')
  const opened = await openMap(inline === undefined ? bytes : Buffer.concat([...inline]))
  if ('refused' in opened) throw new Failure(`${path}: ${opened.refused}`)
  return { index: opened.index, functions: createFunctionStore() }
}

/** A line of a stack, with its frame if it has one. */
interface StackLine {
  text: string
  frame?: GeneratedFrame
}

function lineOf(position: string): StackLine {
  const [, line, column] = /^(\d{1,9}):(\d{1,9})$/.exec(position) ?? []
  if (line === undefined) throw misuse(`"${position}" is not LINE:COLUMN, such as 1:4210; both count from 1.`)
  return { text: position, frame: { line: Number(line), column: Number(column) } }
}

/** Position at the end of a line, and the function before it, as V8, SpiderMonkey and JavaScriptCore print them. */
const frameLine = /^(?:at (?:async )?)?(?:([^\s(@]+)\s*[(@])?\s*(?:address at )?[^\s()]*?:(\d{1,9}):(\d{1,9})\)?$/

async function readStack({ host }: Context): Promise<StackLine[]> {
  if (host.stdin.isTTY)
    throw misuse('Give LINE:COLUMN, or a stack on standard input: bugle sourcemaps resolve --map F < stack.txt')
  let text = ''
  for await (const piece of host.stdin) text += piece.toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, row, column] = frameLine.exec(line.trim().slice(-2000)) ?? []
      if (row === undefined) return { text: line }
      const isBytecode = line.includes('address at ')
      // Hermes counts offsets of bytecode from 0.
      const frame = { function: name, line: Number(row), column: Number(column) + (isBytecode ? 1 : 0), isBytecode }
      return { text: line, frame }
    })
}

type Resolved = ResolvedFrame | UnresolvedFrame

function printStack({ output }: Context, lines: StackLine[], resolved: Resolved[]): void {
  let next = 0
  for (const { text, frame } of lines) {
    const original = frame === undefined ? undefined : resolved[next++]
    if (output.json) {
      if (frame !== undefined) output.result({ ...frame, ...toJson(original!) }, () => '')
    } else output.raw(`${plainText(original?.state === 'resolved' ? stackLine(original) : text)}\n`)
  }
}

function stackLine(frame: ResolvedFrame): string {
  return `    at ${frame.function} (${frame.file}:${frame.line}:${frame.column})`
}

function printFrame({ output }: Context, frame: GeneratedFrame, resolved: Resolved): void {
  output.result({ ...frame, ...toJson(resolved) }, () => {
    if (resolved.state === 'unresolved') return explainReason(resolved.reason).sentence
    const context = (resolved.context ?? []).map(({ line, text }) => {
      const mark = line === resolved.line ? '>' : ' '
      return `${mark} ${String(line).padStart(5)} │ ${text}`
    })
    return plainText(
      [`${resolved.function} (${resolved.file}:${resolved.line}:${resolved.column})`, ...context].join('\n'),
    )
  })
}

function toJson(resolved: Resolved): object {
  if (resolved.state === 'unresolved')
    return { state: 'unresolved', reason: { code: resolved.reason.code, ...explainReason(resolved.reason) } }
  const { state, file, line, column, inApp, context } = resolved
  return { original: { state, function: resolved.function, file, line, column, in_app: inApp, context } }
}
