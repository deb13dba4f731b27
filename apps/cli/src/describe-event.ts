import type { Schemas } from '@bugle/api-client'
import { type Output, oneLine, plainText } from './output.ts'

type EventView = Schemas['EventView']
type FrameView = Schemas['FrameView']

/** Frames shown of an exception; the innermost ones matter. */
const maxFrames = 30

/** Describes an event to people: exceptions with their original frames, the line that failed, and what else is known. */
export function describeEvent(event: EventView, output: Output): string {
  const lines = [
    output.style('bold', `${event.exception_type}: ${oneLine(event.message)}`),
    ...event.exceptions.flatMap((exception, index, all) => describeException(exception, index, all, output)),
    '',
    ...Object.entries(factsOf(event)).map(([name, value]) => `${output.style('dim', name.padEnd(12))} ${value}`),
  ]
  return plainText(lines.join('\n'))
}

function describeException(
  exception: Schemas['ExceptionView'],
  index: number,
  all: Schemas['ExceptionView'][],
  output: Output,
): string[] {
  const { exception_type, message, frames } = exception
  const heading = index === 0 ? [] : ['', `${relationOf(exception, index, all)} ${exception_type}: ${oneLine(message)}`]
  return [...heading, ...describeFrames(frames, output)]
}

/** Says how an exception belongs to another one, naming it unless it is the one right before. */
function relationOf(
  { relation = 'cause', parent = 0 }: Schemas['ExceptionView'],
  index: number,
  all: Schemas['ExceptionView'][],
): string {
  const owner = all[parent]?.exception_type
  switch (relation) {
    case 'cause':
      return parent === index - 1 ? 'Caused by' : `Cause of ${owner}:`
    case 'member':
      return `Member of ${owner}:`
    case 'suppressed':
      return `Suppressed in ${owner}:`
    case 'thread':
      return 'Other thread:'
  }
}

/** Describes frames: the original where it is known, the line that failed with its context, and why not otherwise. */
export function describeFrames(frames: FrameView[], output: Output): string[] {
  const shown = frames.slice(0, maxFrames)
  const failing = shown.findIndex((frame) => originalOf(frame).in_app)
  const lines = shown.flatMap((frame, number) => describeFrame(frame, number === Math.max(0, failing), output))
  const left = frames.length - shown.length
  const reasons = new Set(frames.flatMap(({ symbolication }) => describeReason(symbolication?.reason)))
  return [
    ...lines,
    ...(left > 0 ? [`    … ${left} more`] : []),
    ...[...reasons].map((sentence) => output.style('yellow', sentence)),
  ]
}

function describeReason(reason: NonNullable<FrameView['symbolication']>['reason']): string[] {
  if (reason === undefined) return []
  return [reason.command === undefined ? reason.sentence : `${reason.sentence} Try: ${reason.command}`]
}

/** The original of a frame where it is known, else the frame as it was sent. */
function originalOf(frame: FrameView): FrameView {
  const { symbolication } = frame
  return symbolication?.state === 'resolved'
    ? { ...frame, ...symbolication, in_app: symbolication.in_app ?? true }
    : frame
}

function describeFrame(frame: FrameView, isFailing: boolean, output: Output): string[] {
  const shown = originalOf(frame)
  const position = [shown.file, shown.line, shown.column].filter((part) => part !== undefined).join(':')
  const text = oneLine(`    at ${shown.function ?? '<anonymous>'}${position === '' ? '' : ` (${position})`}`)
  const line = shown.in_app ? text : output.style('dim', text)
  return isFailing && shown.context_line !== undefined ? [line, ...describeContext(shown, output)] : [line]
}

function describeContext(frame: FrameView, output: Output): string[] {
  const { pre_context = [], context_line = '', post_context = [], line = 1 } = frame
  const texts = [...pre_context, context_line, ...post_context]
  const first = line - pre_context.length
  return texts.map((text, index) => {
    const isLine = index === pre_context.length
    const shown = oneLine(`      ${isLine ? '>' : ' '} ${String(first + index).padStart(4)} │ ${text}`)
    return isLine ? output.style('cyan', shown) : output.style('dim', shown)
  })
}

function factsOf(event: EventView): Record<string, string> {
  const tags = Object.entries({ ...event.tags, ...event.derived_tags }).map(([key, value]) => `${key}=${String(value)}`)
  const facts = {
    Event: event.id,
    Issue: event.issue_id,
    When: event.occurred_at,
    Release: event.release,
    Environment: event.environment,
    Platform: event.platform,
    User: event.user_id,
    Tags: tags.length === 0 ? null : tags.join(' '),
  }
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, oneLine(value)]] : [])))
}
