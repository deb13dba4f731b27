import type { AlertTrigger, extraEvents, Level } from '@bugle/protocol'
import { plainText } from '../../lib/plain-text.ts'

/**
 * Message to a channel about one subject: an issue, several issues, or that the channel works. Its texts are plain, of one line
 * each and without anything that a chat would take for a link or a mention ({@link messageText}); each kind of channel writes
 * them in the form of its service.
 */
export interface ChannelMessage {
  /** The same at every attempt: services that know it take a message once. */
  id: string
  organizationId: string
  event: MessageEvent
  at: Date
  /** Subject that a later message may be about as well: services that keep a state are notified of its end by this key. */
  key: string
  state: 'firing' | 'recovered'
  level: Level
  /** In our own words, with the project: `New issue in shop-web`. */
  title: string
  /** The error: `TypeError: Cannot read properties of undefined`. */
  subject: string | undefined
  /** Facts about the subject, the most important first: where, how often, since when. */
  facts: string[]
  /** Issues of a message about several. */
  items: MessageLink[]
  /** Issues that are not listed. */
  more: number
  /** Leads to the subject: `Open SHOP-132`. */
  link: MessageLink
  /** Where to change that this message comes. */
  settings: MessageLink
  /** The same for programs: the objects of the API. */
  data: object
}

/** `issues` for a message about several. */
export type MessageEvent = AlertTrigger | 'issues' | 'recovered' | 'test' | ExtraEvent
export type ExtraEvent = (typeof extraEvents)[number]

export interface MessageLink {
  text: string
  url: string
}

/** Makes text of an event one plain line in which no chat finds a link, a mention (`@all`, `<!channel>`) or a command. */
export function messageText(text: string, maxLength: number): string {
  return plainText(text, maxLength).replaceAll(/<(?=[!@#])/g, '<\u200c')
}

/** Returns the lines below the title as plain text, with the address of each listed issue. */
export function linesOf({
  subject,
  facts,
  items,
  more,
}: Pick<ChannelMessage, 'subject' | 'facts' | 'items' | 'more'>): string[] {
  return [
    ...(subject === undefined ? [] : [subject]),
    ...facts,
    ...items.map(({ text, url }) => `${text} ${url}`),
    ...(more === 0 ? [] : [moreOf(more)]),
  ]
}

/** Joins as many of these lines as fit, so that no address is cut. */
export function textWithin(message: ChannelMessage, maxLength: number): string {
  const { subject, facts } = message
  const short = {
    subject: subject && cut(subject, longestLine),
    facts: facts.map((fact) => cut(fact, longestLine)),
    items: message.items.map(({ text, url }) => ({ text: cut(text, longestLine / 2), url })),
    more: message.more,
  }
  return fitting(linesOf(short), maxLength).join('\n')
}

const longestLine = 400

export function moreOf(more: number): string {
  return `and ${more} more`
}

/** Cuts a text by characters, as services count them, and never within one. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, maxLength - 1)
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

/** The colors of levels in messages, as in the dashboard; `recovered` is green. */
export function colorOf({ level, state }: Pick<ChannelMessage, 'level' | 'state'>): `#${string}` {
  if (state === 'recovered') return '#2e7d4f'
  return { fatal: '#a4262c', error: '#d13438', warning: '#c77700', info: '#2b6cb0' }[level] as `#${string}`
}

/** Keeps as many whole lines from the first on as fit into a length, with a separator of one character between them. */
export function fitting(lines: readonly string[], maxLength: number): string[] {
  const kept: string[] = []
  let rest = maxLength
  for (const line of lines) {
    rest -= line.length + 1
    if (rest < 0) break
    kept.push(line)
  }
  return kept
}
