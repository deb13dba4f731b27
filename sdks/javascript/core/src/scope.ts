import { type Breadcrumb, type BugleEvent, type Level, levels, type NewBreadcrumb, type Scalar } from './event.ts'
import { assignKnown, isScalar, keysOf, listOf, maxKeys, read, toPlain, toPlainObject } from './plain.ts'
import { toText } from './scrub.ts'

// By a registered symbol: a program that loads this both as ESM and as CommonJS has one client all the same.
export const clientKey: unique symbol = Symbol.for('bugle.client')

/** Facts, or what tells them when an event is made. */
export type Facts = object | (() => object)

/**
 * What is known about the work that runs: it is added to each event that happens in it. A scope is changed by its
 * owner alone; `withScope` gives the work inside a copy of its own. No call of it throws, whatever it is given.
 *
 * What it holds is replaced and never changed, so that a copy costs a few words: a server makes one for each request.
 */
export class Scope {
  declare user: { id: string } | undefined
  declare level: Level | undefined
  declare fingerprint: string[] | undefined
  tags: Readonly<Record<string, Scalar>> = {}
  contexts: Readonly<Record<string, Facts | null>> = {}
  extra: Readonly<Record<string, unknown>> = {}
  breadcrumbs: readonly Breadcrumb[] = []

  /** Only the id is kept, and it should be one that says nothing about the person. Without an id: nobody. */
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

  /** A named group of facts, such as `order`; a function is asked when an event is made; null takes it away. */
  setContext(name: string, facts: Facts | null): void {
    this.contexts = withEntry(this.contexts, toText(name), facts)
  }

  setExtra(key: string, value: unknown): void {
    this.extra = withEntry(this.extra, toText(key), value)
  }

  /** Of the events of this scope; an unknown one is left out. */
  setLevel(level: Level | undefined): void {
    this.level = levels.find((one) => one === level)
  }

  /** What to group by; `{{ default }}` stands for what Bugle would choose. Nothing: by that alone. */
  setFingerprint(parts: string[] | undefined): void {
    const given = listOf(parts)
    this.fingerprint = given.length > 0 ? given.map((part) => toText(part, 200)) : undefined
  }

  /** Notes what happens in this scope, with the secrets cut out as by `addBreadcrumb` of the client. */
  addBreadcrumb(breadcrumb: NewBreadcrumb): void {
    const holder = globalThis as unknown as Record<symbol, BreadcrumbTaker | undefined>
    holder[clientKey]?.addBreadcrumb(breadcrumb, this)
  }

  /** @internal */
  keepBreadcrumb(breadcrumb: Breadcrumb, max: number): void {
    this.breadcrumbs = [...this.breadcrumbs, breadcrumb].slice(-max)
  }

  /**
   * Adds what the scope knows to an event. The host's data is copied here, so that later changes do not show.
   *
   * @param ask calls a function of the host's, and bears whatever it does
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
    event.breadcrumbs = [...this.breadcrumbs]
    assignKnown(event, this, ['user', 'level', 'fingerprint'])
  }
}

interface BreadcrumbTaker {
  addBreadcrumb(given: NewBreadcrumb, scope: Scope): void
}

/** With one more, which takes the place of the first when there are too many: a name may be made of an id. */
function withEntry<T>(known: Readonly<Record<string, T>>, name: string, value: T): Record<string, T> {
  const entries = { ...known, [name]: value }
  const [first, ...others] = Object.keys(entries)
  if (others.length >= maxKeys) delete entries[first!]
  return entries
}

/** Where the current scope is kept. Node keeps it by asynchronous work, browsers by nesting of calls. */
export interface ScopeCarrier {
  current(): Scope
  run<T>(scope: Scope, work: () => T): T
}

const maxOpen = 50

/** For runtimes that cannot follow asynchronous work: the scope holds until the work returns, or its promise ends. */
export function nestedScopes(root: Scope): ScopeCarrier {
  let open: Scope[] = []
  const leave = (scope: Scope) => {
    open = open.filter((one) => one !== scope)
  }
  return {
    current: () => open[open.length - 1] ?? root,
    run: (scope, work) => {
      // Of work that never ends there may be any number.
      open = [...open.slice(-maxOpen), scope]
      let result: unknown
      try {
        result = work()
        // Promises alone: there are others with a `then` that begin their work when it is called. And what the host gets
        // is the end of our chain: a failure that it does not handle stays one that nobody handles.
        return (result instanceof Promise ? result.finally(() => leave(scope)) : result) as ReturnType<typeof work>
      } finally {
        if (!(result instanceof Promise)) leave(scope)
      }
    },
  }
}
