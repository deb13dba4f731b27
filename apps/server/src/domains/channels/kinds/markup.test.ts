import { parse as parseRocketChat } from '@rocket.chat/message-parser'
import { parse as parseDiscord } from 'discord-markdown-parser'
import fc from 'fast-check'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import { messageText } from '../message.ts'
import type { ServiceName } from './index.ts'
import { withoutMarkup } from './markdown.ts'
import { hostileText, messageOf, requestOf, server } from './samples.ts'

/** A message as a service draws it: texts, and the addresses of its links. */
interface Drawn {
  text: string
  links: string[]
  /** Names of constructs that are neither text nor ours. */
  others: string[]
}

interface Node {
  type: string
  [field: string]: unknown
}

/** The text as it is read: without characters of no width, and with likenesses taken for what they look like. */
function asRead(text: string): string {
  const likenesses = new Map(Object.entries({ '∗': '*', ˋ: '`', '∼': '~', '＄': '$', '∖': '\\', ˍ: '_' }))
  return text.replaceAll('\u200c', '').replaceAll(/[∗ˋ∼＄∖ˍ]/g, (mark) => likenesses.get(mark)!)
}

/** Reads a message by the parser of Rocket.Chat. */
function readRocketChat(source: string): Drawn {
  const drawn: Drawn = { text: '', links: [], others: [] }
  const walk = (node: Node) => {
    const { value } = node
    if (node.type === 'PLAIN_TEXT') drawn.text += String(value)
    else if (node.type === 'LINE_BREAK') drawn.text += '\n'
    else if (node.type === 'EMOJI' && 'unicode' in node) drawn.text += String(node.unicode)
    else if (node.type === 'LINK') {
      const { src, label } = value as { src: Node; label: Node | Node[] }
      drawn.links.push(String(src.value))
      for (const part of [label].flat()) walk(part)
    } else if (node.type === 'PARAGRAPH' || node.type === 'BOLD') {
      for (const part of value as Node[]) walk(part)
      if (node.type === 'PARAGRAPH') drawn.text += '\n'
    } else drawn.others.push(node.type)
  }
  for (const node of parseRocketChat(source) as unknown as Node[]) walk(node)
  return drawn
}

/** Reads the description of an embed by a parser of Discord's Markdown. */
function readDiscord(source: string): Drawn {
  const drawn: Drawn = { text: '', links: [], others: [] }
  const walk = (node: Node | string) => {
    if (typeof node === 'string') drawn.text += node
    else if (Array.isArray(node)) for (const part of node) walk(part)
    else if (node.type === 'text' || node.type === 'twemoji') drawn.text += String(node.content ?? node.name)
    else if (node.type === 'newline' || node.type === 'br') drawn.text += '\n'
    else if (node.type === 'strong') walk(node.content as Node)
    else if (node.type === 'link') {
      drawn.links.push(String(node.target))
      walk(node.content as Node)
    } else drawn.others.push(node.type)
  }
  for (const node of parseDiscord(source, 'extended') as unknown as Node[]) walk(node)
  return drawn
}

/** Reads what dialects without a parser at hand have in common; a backslash is shown. */
function readAnyMarkdown(source: string): Drawn {
  const drawn: Drawn = { text: '', links: [], others: [] }
  for (const line of source.split('\n')) {
    const bare = line
      .replace(/^\*\*(.*)\*\*$/, '$1')
      .replaceAll(/\[([^\]]*)\]\(([^)\s]*)\)/g, (_, label: string, link: string) => {
        drawn.links.push(link)
        return label
      })
    for (const construct of constructs) if (construct.test(bare)) drawn.others.push(construct.source)
    drawn.text += `${bare}\n`
  }
  return drawn
}

const constructs = [
  /^\s*(?:#{1,6}\s|[-+*]\s|\d+[.)]\s|>|=+\s*$|[-*_]{3,}\s*$|[-:|\s]+$|\|)/,
  /[*`~]|(?<!\w)_\S|\S_(?!\w)/,
  /\]\s*\(|\]\[|\]:/,
  /\$[^$]+\$/,
  /\|\|/,
  /<[a-z!/@#:t]/i,
  /&(?:#|[a-z])/i,
  /[#@:][a-z0-9_]/i,
  /https?:\/\/\S/,
]

/** The Markdown of a request, as each service finds it. */
const sources: Partial<Record<ServiceName, (body: string) => string>> = {
  discord: (body) => JSON.parse(body).embeds[0].description,
  mattermost: (body) => JSON.parse(body).attachments[0].text,
  rocket_chat: (body) => JSON.parse(body).attachments[0].text,
  zulip: (body) => new URLSearchParams(body).get('content')!,
}
const readers: Partial<Record<ServiceName, (source: string) => Drawn>> = {
  discord: readDiscord,
  mattermost: readAnyMarkdown,
  rocket_chat: readRocketChat,
  zulip: readAnyMarkdown,
}

describe.each(Object.keys(sources) as (keyof typeof sources)[])('Markdown of %s', (name) => {
  it('shows what an event says letter by letter, with our links alone', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (subject, other) => {
        const message = messageOf({
          subject,
          facts: [other],
          items: [{ text: subject, url: `${server}/issues/iss_2` }],
          settings: { text: `Rule ${other.slice(0, 80)}`, url: `${server}/organizations/1/alerts` },
        })
        const { text, links, others } = readers[name]!(sources[name]!(requestOf(name, message).body))
        expect(others).toEqual([])
        expect(links).toEqual([`${server}/issues/iss_2`, `${server}/issues/iss_1`, `${server}/organizations/1/alerts`])
        const read = asRead(text).split('\n')
        for (const said of [subject, other].filter((one) => one !== '' && one.length <= 150))
          expect(read.some((line) => line.startsWith(asRead(said)))).toBe(true)
      }),
      { numRuns: fuzzRuns(2000, 200) },
    )
  })

  it('shows no backslash that nobody wrote', () => {
    const subject = messageText(
      "TypeError: Cannot read properties of undefined (reading 'total') of a_b <div> $x | C:",
      400,
    )
    const { text } = readers[name]!(sources[name]!(requestOf(name, messageOf({ subject })).body))
    expect(asRead(text)).toContain(asRead(subject))
    expect(text).not.toContain('\\')
  })
})

/** A message whose texts are those of a hostile event. */
function hostileMessage(subject: string, other: string) {
  return messageOf({
    subject,
    facts: [other],
    items: [{ text: subject, url: `${server}/issues/iss_2` }],
    more: 3,
    settings: { text: `Rule ${other.slice(0, 80)}`, url: `${server}/organizations/1/alerts` },
  })
}

const overHostile = (check: (body: string, subject: string, other: string) => void, name: ServiceName) =>
  fc.assert(
    fc.property(hostileText, hostileText, (subject, other) =>
      check(requestOf(name, hostileMessage(subject, other)).body, subject, other),
    ),
    { numRuns: fuzzRuns(2000, 200) },
  )

describe('Blocks of Slack', () => {
  interface Text {
    type: string
    text: string
  }
  const textsOf = (body: string) => {
    const texts: Text[] = []
    JSON.parse(body, (_key, value: Text | null) => {
      if (value?.type === 'plain_text' || value?.type === 'mrkdwn') texts.push(value)
      return value
    })
    return texts
  }

  it('have markup for our links alone, and plain text for what an event says', () => {
    overHostile((body, subject, other) => {
      const texts = textsOf(body)
      for (const { type, text } of texts)
        if (type === 'mrkdwn') {
          const [, url, label] = /^<([^|<>]+)\|([^<>|*_~`]+)>$/.exec(text) ?? []
          expect([url?.startsWith(server), label !== undefined]).toEqual([true, true])
        }
      const plain = texts.filter(({ type }) => type === 'plain_text').map(({ text }) => text)
      for (const said of [subject, other]) if (said !== '') expect(plain).toContain(said)
    }, 'slack')
  })

  it('keep within the documented lengths, and are never empty', () => {
    const longest: Record<string, number> = { header: 150, section: 3000, context: 3000 }
    const long = 'x'.repeat(9000)
    const items = Array.from({ length: 100 }, () => ({ text: long, url: `${server}/issues/iss_2` }))
    const messages = [
      messageOf({ title: long, subject: long, facts: [long, long], items, more: 90 }),
      messageOf({ subject: '', facts: [], items: [] }),
    ]
    for (const message of messages) {
      const [{ blocks }] = JSON.parse(requestOf('slack', message).body).attachments
      expect(blocks.length).toBeLessThanOrEqual(50)
      for (const block of blocks) {
        const texts: Text[] = block.elements ?? [block.text]
        expect(texts.length).toBeLessThanOrEqual(10)
        for (const { text } of texts) {
          expect(text.length).toBeGreaterThan(0)
          expect(text.length).toBeLessThanOrEqual(longest[block.type]!)
        }
      }
    }
  })
})

/** The HTML that a service reads, by the name of its kind. */
const htmlOf: Partial<Record<ServiceName, (body: string) => string>> = {
  matrix: (body) => JSON.parse(body).formatted_body,
  google_chat: (body) => {
    const paragraphs: string[] = []
    JSON.parse(body, (key, value: { text: string }) => {
      if (key === 'textParagraph') paragraphs.push(value.text)
      return value
    })
    return paragraphs.join('<br>')
  },
}

describe.each(Object.keys(htmlOf) as (keyof typeof htmlOf)[])('HTML of %s', (name) => {
  it('has elements and links of ours alone, and what an event says as text', () => {
    const { document } = new Window()
    overHostile((body, subject, other) => {
      document.body.innerHTML = htmlOf[name]!(body)
      for (const element of document.body.querySelectorAll('*')) {
        expect(['A', 'B', 'BR']).toContain(element.tagName)
        expect(element.attributes.length).toBe(element.tagName === 'A' ? 1 : 0)
        if (element.tagName === 'A') expect(element.getAttribute('href')).toMatch(/^https:\/\/bugle\.example\.com\//)
      }
      for (const said of [subject, other].filter((one) => one.length <= 300))
        expect(document.body.textContent).toContain(said)
    }, name)
  })
})

describe('Text of Telegram', () => {
  it('has links and emphasis beside it alone, each at its own words', () => {
    overHostile((body, subject) => {
      const { text, entities } = JSON.parse(body) as {
        text: string
        entities: { type: string; offset: number; length: number; url?: string }[]
      }
      expect(text.length).toBeLessThanOrEqual(4096)
      for (const { type, offset, length, url } of entities) {
        expect(offset + length).toBeLessThanOrEqual(text.length)
        expect(['bold', 'text_link']).toContain(type)
        if (type === 'text_link') expect(url!.startsWith(server)).toBe(true)
      }
      const [last] = entities.slice(-2)
      expect(text.slice(last!.offset, last!.offset + last!.length)).toBe('Open SHOP-132')
      if (subject.length <= 150) expect(text).toContain(subject)
    }, 'telegram')
  })
})

it('leaves an ordinary line as it is', () => {
  const line = "TypeError: Cannot read properties of undefined (reading 'total')"
  expect(withoutMarkup(line)).toBe(line)
})
