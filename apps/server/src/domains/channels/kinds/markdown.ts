import { type ChannelMessage, cut, fitting, type MessageLink, moreOf } from '../message.ts'

/** Writes a line of plain text for Discord, where a backslash makes text of any punctuation. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~:$=&]/g, String.raw`\$&`)
}

/**
 * Writes a line of plain text for Mattermost, Rocket.Chat and Zulip. They escape few characters by a backslash, or none, and
 * would show it before all others: markup is replaced by its likeness, or torn apart by a character without a width (U+200C).
 */
export function withoutMarkup(text: string): string {
  return torn(text)
    .replace(startOfBlock, '\u200c$&')
    .replaceAll(/[*`~\\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (mark) => likenesses[mark]!)
}

/** Writes a text of our own for the label of a link, which some dialects read in a way of its own. */
export function linkLabel(text: string): string {
  return torn(text).replaceAll(/[[\]*`~_\\<>|]/g, (mark) => labelLikenesses[mark]!)
}

const likenesses: Record<string, string> = {
  '*': '\u2217',
  '`': '\u02cb',
  '~': '\u223c',
  '\\': '\u2216',
  _: '\u02cd',
}
const labelLikenesses: Record<string, string> = { ...likenesses, '[': '(', ']': ')', '<': '‹', '>': '›', '|': '¦' }

/** Headings, lists, quotes, tables and rules begin a line. */
const startOfBlock = /^(?:[-+>#=|:*]|\d+[.)])/

/** Tears links, hashtags, tags, entities, formulas and spoilers. */
function torn(text: string): string {
  const isFormula = text.split('$').length > 2
  return (isFormula ? text.replaceAll('$', '\uff04') : text)
    .replaceAll(/\](?=[[(:])/g, ']\u200c')
    .replaceAll(/[#<&]|\|(?=\|)|=(?==)/g, '$&\u200c')
}

interface MarkdownMessage {
  /** How a line of text is written in the dialect. */
  written: (text: string) => string
  /** How a link is written; by default in brackets. */
  linked?: (link: MessageLink) => string
  maxLength: number
}

/** Writes what is below the title: the error, facts, issues, and our links at the end, which are never left out. */
export function markdownBody(
  { subject, facts, items, more, link, settings }: ChannelMessage,
  { written, linked = bracketed, maxLength }: MarkdownMessage,
): string {
  const links = `${linked(link)} · ${linked(settings)}`
  const lines = [
    ...(subject === undefined || subject === '' ? [] : [`**${written(cut(subject, 500))}**`]),
    ...facts.map((fact) => written(cut(fact, 300))),
    ...items.map(({ text, url }) => `${written(cut(text, 150))} · ${linked({ text: 'Open', url })}`),
    ...(more === 0 ? [] : [moreOf(more)]),
  ]
  return [...fitting(lines, maxLength - links.length - 1), links].join('\n')
}

function bracketed({ text, url }: MessageLink): string {
  return `[${linkLabel(cut(text, 100))}](${url})`
}

/** Writes a link for Rocket.Chat, where a bracket of an event would begin the label of any `[…](…)` after it. */
export function angled({ text, url }: MessageLink): string {
  return `<${url}|${linkLabel(cut(text, 100))}>`
}
