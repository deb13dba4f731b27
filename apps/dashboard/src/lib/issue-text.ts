import type { Schemas } from '@bugle/api-client'
import { crumbsInOrder } from '@bugle/presentation/crumb-order'
import { crumbText } from '@bugle/presentation/crumb-text'
import { type ExceptionLink, exceptionLines, exceptionTree } from '@bugle/presentation/exception-tree'
import { withOriginals } from './originals.ts'

type Issue = Schemas['Issue']
type Event = Schemas['EventView']
type Frame = Schemas['FrameView']

const maxBytes = 8192
const shownFrames = 12
const shownCrumbs = 10

/**
 * Describes an issue for a ticket: error, your frames as their authors wrote them, breadcrumbs, tags. At most 8 kB.
 *
 * @param link address of the issue
 */
export function toIssueMarkdown(issue: Issue, event: Event | undefined, link: string): string {
  const parts = [
    `## ${inLine(issue.type)}${issue.message === '' ? '' : `: ${inLine(issue.message).slice(0, 1000)}`}`,
    [
      `[${issue.short_id}](${link})`,
      issue.level,
      `${issue.count} ${issue.count === 1 ? 'event' : 'events'}`,
      `${issue.users} ${issue.users === 1 ? 'user' : 'users'}`,
    ].join(' · '),
    `First ${issue.first_seen}${inRelease(issue.first_release)}, last ${issue.last_seen}${inRelease(issue.last_release)}.`,
    ...(event === undefined ? [] : eventParts(withOriginals(event))),
  ]
  let text = parts[0]!
  for (const part of parts.slice(1)) {
    if (new TextEncoder().encode(`${text}\n\n${part}`).length > maxBytes) break
    text += `\n\n${part}`
  }
  return `${text}\n`
}

function eventParts(event: Event): string[] {
  const crumbs = crumbsInOrder(event.breadcrumbs).slice(-shownCrumbs)
  const end = Date.parse(event.occurred_at)
  const tags = Object.entries(event.tags)
  return [
    ...exceptionLines(exceptionTree(event.exceptions)).map(
      (link) =>
        `### ${link.index === 0 ? 'Stack' : `${relationOf(link)} ${inLine(link.exception.exception_type)}: ${inLine(link.exception.message).slice(0, 300)}`}\n\n${fenced(
          withSource(shown(link.exception.frames)) || (link.exception.stack ?? '').slice(0, 2000),
        )}`,
    ),
    crumbs.length === 0
      ? ''
      : `### Before it\n\n${crumbs
          .map(
            (crumb) =>
              `- ${crumb.ts === null ? '' : `${((crumb.ts - end) / 1000).toFixed(1)} s `}${code(crumb.category)} ${code(crumbText(crumb))}`,
          )
          .join('\n')}`,
    tags.length === 0
      ? ''
      : `### Tags\n\n${tags.map(([key, value]) => `- ${code(key)} ${code(String(value))}`).join('\n')}`,
    `Event ${event.id}, ${event.occurred_at}, ${event.platform}, ${code(event.environment)}`,
  ].filter((part) => part !== '')
}

/** Lists frames, with the source below the first that has it. */
function withSource(frames: Frame[]): string {
  const first = frames.find((frame) => frame.context_line !== undefined)
  return frames.flatMap((frame) => [frameLine(frame), ...(frame === first ? sourceOf(frame) : [])]).join('\n')
}

function sourceOf({ pre_context: before = [], context_line: hit = '', post_context: after = [], line = 1 }: Frame) {
  return [...before, hit, ...after].map((text, index) => {
    const mark = index === before.length ? '>' : ' '
    return `  ${mark} ${line - before.length + index} ${text.replaceAll(/\s+/g, (gap) => (gap === '\t' ? '  ' : gap)).slice(0, 160)}`
  })
}

/** Your own frames; where there are none, the top ones. */
function shown(frames: Frame[]): Frame[] {
  const own = frames.filter(({ in_app }) => in_app)
  return (own.length > 0 ? own : frames).slice(0, shownFrames)
}

/** Formats the stack of all exceptions as plain text, as terminals print it: members of a group are indented. */
export function toStackText(event: Event): string {
  return exceptionLines(exceptionTree(event.exceptions))
    .map((link) => {
      const { exception_type, message, frames, stack } = link.exception
      const relation = link.index === 0 ? '' : `${relationOf(link)}: `
      const calls = frames.map((frame) => `    ${frameLine(frame)}`).join('\n') || (stack ?? '')
      return indented(`${relation}${exception_type}: ${message}\n${calls}`, '  '.repeat(link.level))
    })
    .join('\n')
}

function indented(text: string, margin: string): string {
  return margin === '' ? text : text.replaceAll(/^(?=.)/gm, margin)
}

/** In English, as texts for tickets are. */
function relationOf({ relation = 'cause', number, total }: ExceptionLink): string {
  const member = total === undefined ? `Member ${number}` : `Member ${number} of ${total}`
  const texts = { cause: 'Caused by', member, suppressed: 'Suppressed', thread: 'Other thread' }
  return texts[relation]
}

/** Lists the stacks of all exceptions as they were received. */
export function toRawStackText(event: Event): string {
  return event.exceptions
    .map((exception) => exception.stack ?? toStackText({ ...event, exceptions: [exception] }))
    .join('\n\n')
}

export function frameLine(frame: Frame): string {
  const location = [frame.file ?? frame.module, frame.line, frame.column].filter((part) => part !== undefined).join(':')
  const name = frame.function ?? (location === '' ? (frame.raw ?? '?') : '(anonymous)')
  return location === '' ? `at ${name}` : `at ${name} (${location})`
}

function inRelease(release: string | null): string {
  return release === null ? '' : ` in ${code(release)}`
}

/** Escapes a text for Markdown, in one line. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, '\\$&')
}

/** Wraps a text in more backticks than any run within it. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, 300)
  const mark = '`'.repeat(longest(line) + 1)
  return `${mark}${mark.length > 1 || line === '' ? ` ${line} ` : line}${mark}`
}

function fenced(text: string): string {
  const mark = '`'.repeat(Math.max(3, longest(text) + 1))
  return `${mark}\n${text}\n${mark}`
}

function longest(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
