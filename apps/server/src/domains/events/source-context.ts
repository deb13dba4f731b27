import { type FrameView, type IngestEvent, limits } from '@bugle/protocol'
import { type Frame, parseFrameObject } from '@bugle/stacktrace'
import type { TrimReport } from './trim-report.ts'

type SourceLines = Required<Pick<FrameView, 'pre_context' | 'context_line' | 'post_context'>>

const field = 'source_context'

/**
 * Source lines sent with an event, by the location of their frames. They come beside the stack, or on its frames where
 * those are objects. SDKs are not trusted: any other shape is skipped.
 */
export class Sources {
  readonly #byLocation = new Map<string, SourceLines>()
  readonly #trims: TrimReport
  /** Deep recursion names one location again and again: the response must not grow with it. */
  #left: number = limits.stackFrames

  constructor({ source_context: sent, stack, exceptions }: IngestEvent, trims: TrimReport) {
    this.#trims = trims
    for (const one of [stack, ...(exceptions ?? []).map((cause) => cause.stack)])
      for (const frame of listOf(one).slice(0, limits.stackFrames)) this.#add(parseFrameObject(frame), frame)
    const entries = listOf(sent)
    if (entries.length > limits.sourceContexts) trims.trim(field)
    for (const entry of entries.slice(0, limits.sourceContexts)) this.#add(entry, entry)
  }

  /** Returns the source lines around a frame, if known. */
  around({ file, line }: Frame): SourceLines | undefined {
    const found = this.#byLocation.get(locationOf(file, line))
    return found !== undefined && this.#left-- > 0 ? found : undefined
  }

  #add(location: unknown, entry: unknown): void {
    const { file, line } = (location ?? {}) as { file?: unknown; line?: unknown }
    const { context_line: hit, pre_context: before, post_context: after } = (entry ?? {}) as Record<string, unknown>
    if (typeof file !== 'string' || !Number.isSafeInteger(line) || typeof hit !== 'string') return
    const key = locationOf(file, line as number)
    if (this.#byLocation.has(key)) return
    this.#byLocation.set(key, {
      pre_context: this.#lines(textsOf(before), -limits.sourceLines),
      context_line: this.#line(hit),
      post_context: this.#lines(textsOf(after), limits.sourceLines),
    })
  }

  /** Returns the lines nearest to that of the frame: the last ones if `count` is negative. */
  #lines(lines: string[], count: number): string[] {
    if (lines.length > limits.sourceLines) this.#trims.trim(field)
    return (count < 0 ? lines.slice(count) : lines.slice(0, count)).map((line) => this.#line(line))
  }

  #line(line: string): string {
    return this.#trims.text(field, line, limits.sourceLine)
  }
}

/** Frames keep as much of a path. */
const maxFile = 2000

function locationOf(file: string | undefined, line: number | undefined): string {
  return `${line}:${file?.slice(0, maxFile)}`
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((line) => typeof line === 'string')
}
