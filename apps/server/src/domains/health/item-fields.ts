import { limits, parseHexId, toUuid } from '@bugle/protocol'
import { oneLine } from '@bugle/sentry-event'
import { dayMs } from '../../lib/time.ts'
import { userKeyOf } from '../counters/index.ts'

// The fields that items have in both ways in.

/** Names of monitors are part of addresses; other characters become hyphens, as Sentry's SDKs expect. */
export function slugOf(value: unknown): string | undefined {
  const slug = textOf(value, 200)
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 50)
  return slug === '' ? undefined : slug
}

/** The key of a person or an installation. */
export function userKeyOfText(did: unknown): number | null {
  return typeof did === 'string' || typeof did === 'number' ? userKeyOf(String(did).slice(0, 500)) : null
}

/** The start of a session, which is not in the future, and at most five days ago: further reports of a session are known as long. */
export function startOf(time: number | undefined, now: number): number | undefined {
  if (time === undefined) return undefined
  return Math.trunc(Math.min(now, Math.max(time, now - 5 * dayMs)))
}

export function uuidOf(value: unknown): string | undefined {
  const hex = parseHexId(value)
  return hex === undefined ? undefined : toUuid(hex)
}

/** A release or an environment, which stand in one line. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? textOf(oneLine(value), limits.shortText) : undefined
}

export function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD').trim()
  return text === '' ? undefined : text
}
