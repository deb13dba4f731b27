import { type Breadcrumb, type BugleEvent, type Level, levels, type NewBreadcrumb, type Scalar } from './event.ts'
import { assignKnown, isScalar, keysOf, listOf, maxKeys, read, toPlain, toPlainObject } from './plain.ts'
import { toText } from './scrub.ts'

// A registered symbol: a program that loads this as ESM and as CommonJS still has one client.
export const clientKey: unique symbol = Symbol.for('bugle.client')

/** A file that belongs to an error. */
export interface Attachment {
  name: string
  /** Text, or bytes; at most 900 kB. */
  data: string | Uint8Array | ArrayBuffer
  /** Defaults to `application/octet-stream`. */
  contentType?: string | undefined
}

/** Facts, or a function evaluated when an event is built. */
export type Facts = object | (() => object)

/**
 * Data added to each event of the running work. Only its owner changes a scope; `withScope` gives the work inside a
 * copy. None of its methods throws, whatever the argument.
 *
 * Values are replaced and never mutated, which makes a copy cheap: a server makes one per request.
 */
export class Scope {
  declare user: { id: string } | undefined
  declare level: Level | undefined
  declare fingerprint: string[] | undefined
  tags: Readonly<Record<string, Scalar>> = {}
  contexts: Readonly<Record<string, Facts | null>> = {}
  extra: Readonly<Record<string, unknown>> = {}
  breadcrumbs: readonly Breadcrumb[] = []
  attachments: readonly Attachment[] = []

  /** Keeps the id only, which should be anonymous. Without an id, clears the user. */
  setUser(user: { id: string | number } | null): void {
    const id = read(user, 'id')
    this.user = id === undefined || id === null ? undefined : { id: toText(id, 200) }
  }

  setTag(key: string, value: Scalar): void {
    this.tags = withEntry(this.tags, toText(key, 64), isScalar(value) ? value : toText(toPlain(value), 200))
  }

  setTags(tags: Record<string, Scalar> | undefined): void {
    for (const [key, value] of Object.entries(toPlainObject(tags))) this.setTag(key, value as Scalar)
  }

  /**
   * Sets a named group of facts, such as `order`. A function is evaluated when an event is built; null removes the
   * group.
   */
  setContext(name: string, facts: Facts | null): void {
    this.contexts = withEntry(this.contexts, toText(name), facts)
  }

  setExtra(key: string, value: unknown): void {
    this.extra = withEntry(this.extra, toText(key), value)
  }

  /** Sets the level of this scope's events; ignores an unknown one. */
  setLevel(level: Level | undefined): void {
    this.level = levels.find((one) => one === level)
  }

  /** Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint. An empty list restores the default. */
  setFingerprint(parts: string[] | undefined): void {
    const given = listOf(parts)
    this.fingerprint = given.length > 0 ? given.map((part) => toText(part, 200)) : undefined
  }

  /** Adds a file to the errors of this scope. Each is sent beside its error. */
  addAttachment(file: Attachment): void {
    this.attachments = [...this.attachments, file].slice(-5)
  }

  /** Adds a breadcrumb to this scope, with secrets removed as by the client's `addBreadcrumb`. */
  addBreadcrumb(breadcrumb: NewBreadcrumb): void {
    const holder = globalThis as unknown as Record<symbol, BreadcrumbTaker | undefined>
    holder[clientKey]?.addBreadcrumb(breadcrumb, this)
  }

  /**
   * Adds the scope's data to an event. Host data is copied here, so that later changes do not show.
   *
   * @param ask calls a host function and contains its failure
   * @internal
   */
  applyTo(event: BugleEvent, ask: (facts: () => object) => unknown, scrubKeys?: RegExp): void {
    event.tags = toPlainObject(this.tags, scrubKeys) as Record<string, Scalar>
    const contexts: Record<string, unknown> = {}
    for (const name of keysOf(this.contexts)) {
      const given = this.contexts[name]
      const facts = typeof given === 'function' ? ask(given as () => object) : given
      if (facts) contexts[name] = facts
    }
    event.contexts = { ...event.contexts, ...toPlainObject(contexts, scrubKeys) }
    event.extra = toPlainObject(this.extra, scrubKeys)
    assignKnown(event, this, ['user', 'level', 'fingerprint'])
  }
}

interface BreadcrumbTaker {
  addBreadcrumb(given: NewBreadcrumb, scope: Scope): void
}

/** Adds an entry, and removes the first when there are too many: names may be built from ids. */
function withEntry<T>(known: Readonly<Record<string, T>>, name: string, value: T): Record<string, T> {
  const entries = { ...known, [name]: value }
  const [first, ...others] = Object.keys(entries)
  if (others.length >= maxKeys) delete entries[first!]
  return entries
}

/** Holds the current scope: by asynchronous context in Node, by call nesting in browsers. */
export interface ScopeCarrier {
  current(): Scope
  run<T>(scope: Scope, work: () => T): T
}

const maxOpen = 50

/** For runtimes without asynchronous context: the scope lasts until the work returns or its promise settles. */
export function nestedScopes(root: Scope): ScopeCarrier {
  let open: Scope[] = []
  const leave = (scope: Scope) => {
    open = open.filter((one) => one !== scope)
  }
  return {
    current: () => open[open.length - 1] ?? root,
    run: (scope, work) => {
      // Bounded, because work may never end.
      open = [...open.slice(-maxOpen), scope]
      let result: unknown
      try {
        result = work()
        // Promises only: other thenables start their work when `then` is called. Returns the end of our chain, so that
        // a rejection the host does not handle stays unhandled.
        return (result instanceof Promise ? result.finally(() => leave(scope)) : result) as ReturnType<typeof work>
      } finally {
        if (!(result instanceof Promise)) leave(scope)
      }
    },
  }
}
