import type { Breadcrumb, NewBreadcrumb } from './event.ts'
import { runHook } from './hook.ts'
import { isScalar, keysOf, numberOr, read, toPlainObject } from './plain.ts'
import type { Integration } from './runtime.ts'
import { cleanText, toText } from './scrub.ts'

const maxValues = 200
/** The part of a text that is kept until an event needs it. */
const maxLength = 1024

/** Breadcrumbs without secrets, by the breadcrumbs as they were noted. */
const cleaned = new WeakMap<Breadcrumb, Breadcrumb>()

/**
 * Copies a breadcrumb as the program passed it. Secrets are removed when an event needs it: most breadcrumbs are never
 * sent, and programs add thousands.
 */
function noteOf({ category, message, ts, data }: NewBreadcrumb, scrubKeys?: RegExp): Breadcrumb {
  return {
    category: toText(category, 100),
    message: toText(message ?? '', maxLength),
    ts: Math.floor(ts || 0) || Date.now(),
    data: data && copyOf(data, scrubKeys),
  }
}

/** Removes secrets from a breadcrumb, once. */
function cleanOf(noted: Breadcrumb, scrubKeys?: RegExp): Breadcrumb {
  const known = cleaned.get(noted)
  if (known) return known
  const { message, data } = noted
  const clean = {
    ...noted,
    message: cleanText(message, maxLength),
    data: data && toPlainObject(data, scrubKeys, maxValues),
  }
  cleaned.set(noted, clean)
  return clean
}

/** Copies flat data by reference to nothing of the host; other data at once in its final form, since it may change. */
function copyOf(data: object, scrubKeys?: RegExp): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of keysOf(data)) {
    const value = read(data, key)
    if (value !== undefined && !(typeof value === 'string' ? value.length < maxLength : isScalar(value)))
      return toPlainObject(data, scrubKeys, maxValues)
    copy[key] = value
  }
  return copy
}

/** Keeps breadcrumbs in the scopes, and adds them to events. */
export function breadcrumbs(): Integration {
  return {
    name: 'breadcrumbs',
    setup(runtime, { beforeBreadcrumb, maxBreadcrumbs, scrubKeys }) {
      const max = Math.min(50, numberOr(maxBreadcrumbs ?? 50, 0))
      runtime.noteBreadcrumb = (given, scope, guard) => {
        if (max < 1) return
        let noted: Breadcrumb | null = noteOf(given, scrubKeys)
        if (beforeBreadcrumb) {
          noted = runHook(guard, cleanOf(noted, scrubKeys), ['category', 'message', 'ts'], beforeBreadcrumb)
          if (!noted) return
          // As the program wants it sent.
          cleaned.set(noted, noted)
        }
        scope.breadcrumbs = [...scope.breadcrumbs, noted].slice(-max)
      }
      runtime.builders!.push((event, scope) => {
        event.breadcrumbs = scope.breadcrumbs.map((noted) => cleanOf(noted, scrubKeys))
      })
    },
  }
}
