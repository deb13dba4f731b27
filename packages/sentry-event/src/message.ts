import { asText, type Fields, fieldsOf, textOf } from './values.ts'

/** The message of an event without exceptions: the filled text, and the template that equal messages share. */
export function messageOf(event: Fields): { text: string; template: string } {
  const entry = fieldsOf(event.logentry) ?? fieldsOf(event.message) ?? fieldsOf(event['sentry.interfaces.Message'])
  const template = textOf(entry?.message)
  const formatted = textOf(entry?.formatted)
  const plain = textOf(event.message)
  const text = formatted ?? (template === undefined ? plain : filled(template, entry?.params)) ?? plain ?? ''
  return { text, template: template ?? text }
}

/** `%s`, `%d`, `%(name)s`, `{}`, `{0}` and `{name}`, as logging libraries of several languages write them. */
const places = /%%|%(?:\((\w{1,50})\))?[sdifrxoeg]|\{(\w{0,50})\}/g

function filled(template: string, params: unknown): string {
  if (typeof params !== 'object' || params === null) return template
  let next = 0
  const list = Array.isArray(params) ? params : []
  const named = fieldsOf(params) ?? {}
  const values = Array.isArray(params) ? list : Object.values(named)
  return template.replaceAll(places, (place, percentName: string | undefined, braceName: string | undefined) => {
    if (place === '%%') return '%'
    const name = percentName ?? braceName
    const value =
      name === undefined || name === '' ? values[next++] : /^\d+$/.test(name) ? list[Number(name)] : named[name]
    return asText(value) ?? place
  })
}
