import { limits } from '@bugle/protocol'
import { asText, type Fields, fieldsOf, textOf } from './values.ts'

/** The message of an event without exceptions: the filled text, and the template that equal messages share. */
export function messageOf(event: Fields): { text: string; template: string } {
  const entry = fieldsOf(event.logentry) ?? fieldsOf(event.message)
  const template = textOf(entry?.message)
  const formatted = textOf(entry?.formatted)
  const plain = plainText(event.message) ?? plainText(event.logentry)
  const text = formatted ?? (template === undefined ? plain : filled(template, entry?.params)) ?? plain ?? ''
  return { text, template: template ?? text }
}

function plainText(value: unknown): string | undefined {
  return typeof value === 'object' ? undefined : textOf(asText(value))
}

/** `%s`, `%d`, `%(name)s`, `{}`, `{0}` and `{name}`, as logging libraries of several languages write them. */
const places = /%%|%(?:\((\w{1,50})\))?[sdifrxoeg]|\{(\w{0,50})\}/g

/**
 * Fills the places of a template with parameters. A parameter may fill many places, so filling ends once the text is
 * longer than any message is shown.
 */
function filled(template: string, params: unknown): string {
  if (typeof params !== 'object' || params === null) return template
  const textAt = textsOf(params as Fields | unknown[])
  let next = 0
  let text = ''
  let from = 0
  for (const { 0: place, 1: percentName, 2: braceName, index } of template.matchAll(places)) {
    text += template.slice(from, index)
    from = index + place.length
    if (text.length > limits.messageBytes) return text.slice(0, cutLength)
    const name = percentName ?? braceName
    text += place === '%%' ? '%' : ((name ? textAt.named(name) : textAt.nth(next++)) ?? place)
    if (text.length > limits.messageBytes) return text.slice(0, cutLength)
  }
  return text + template.slice(from)
}

/** Longer than a message may be by one, so that it is marked as trimmed. */
const cutLength = limits.messageBytes + 1

/** Parameters as texts. Each is made once: that of a large structure takes long and may be short. */
function textsOf(params: Fields | unknown[]) {
  const isList = Array.isArray(params)
  const names = isList ? [] : Object.keys(params)
  const known = new Map<string | undefined, string | undefined>()
  const named = (name: string | undefined): string | undefined => {
    if (known.has(name)) return known.get(name)
    const text = asText(isList ? elementOf(params, name) : ownOf(params, name))
    known.set(name, text)
    return text
  }
  return { named, nth: (index: number) => named(isList ? String(index) : names[index]) }
}

function elementOf(list: readonly unknown[], name: string | undefined): unknown {
  return name !== undefined && /^\d+$/.test(name) ? list[Number(name)] : undefined
}

function ownOf(fields: Fields, name: string | undefined): unknown {
  return name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}
