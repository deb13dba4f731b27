import { epochMsOf } from '@bugle/protocol'

/** Readers of untyped JSON: each returns a value of the wanted form, or nothing. */

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** A list, or the `values` of an interface that wraps one; nulls are dropped. */
export function valuesOf(value: unknown): Fields[] {
  const list = Array.isArray(value) ? value : fieldsOf(value)?.values
  return Array.isArray(list) ? list.filter((entry): entry is Fields => fieldsOf(entry) !== undefined) : []
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A text, or JSON in place of another value; an absent value is undefined. */
export function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : jsonOf(value)
}

/** JSON of a value; deep nesting cannot be written and is left out. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '[nested too deeply]'
  }
}

export function wholeOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/**
 * Epoch milliseconds of a time: seconds or a smaller unit as number or numeric text, or ISO 8601, in UTC where no zone is named.
 */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return positive(epochMsOf(value, 1000))
  if (typeof value !== 'string' || value === '' || value.length > 64) return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) return positive(epochMsOf(Number(value), 1000))
  const hasZone = /(?:[Zz]|[+-]\d\d:?\d\d)$/.test(value)
  const time = Date.parse(hasZone || !value.includes(':') ? value : `${value}Z`)
  return Number.isFinite(time) ? time : undefined
}

/** A time of 0 is one that was not set. */
function positive(ms: number | undefined): number | undefined {
  return ms === 0 ? undefined : ms
}
