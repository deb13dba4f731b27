import type { Breadcrumb, BugleEvent, Level, Scalar } from './event.ts'
import { cut, toPlainObject, toText } from './plain.ts'

/**
 * What is known about the work that runs: it is added to each event that happens in it. A scope is changed by its
 * owner alone; `withScope` gives the work inside a copy of its own.
 */
export class Scope {
  user: { id: string } | undefined
  level: Level | undefined
  fingerprint: string[] | undefined
  tags: Record<string, Scalar> = {}
  contexts: Record<string, unknown> = {}
  extra: Record<string, unknown> = {}
  breadcrumbs: Breadcrumb[] = []

  clone(): Scope {
    const copy = Object.assign(new Scope(), this)
    copy.tags = { ...this.tags }
    copy.contexts = { ...this.contexts }
    copy.extra = { ...this.extra }
    copy.breadcrumbs = [...this.breadcrumbs]
    return copy
  }

  /** Only the id is kept, and it should be one that says nothing about the person. */
  setUser(user: { id: string | number } | null): void {
    this.user = user === null ? undefined : { id: cut(toText(user.id), 200) }
  }

  setTag(key: string, value: Scalar): void {
    const isScalar = value === null || ['number', 'boolean'].includes(typeof value)
    this.tags[cut(toText(key), 64)] = isScalar && !Number.isNaN(value) ? value : cut(toText(value), 200)
  }

  setTags(tags: Record<string, Scalar>): void {
    for (const key of Object.keys(tags)) this.setTag(key, tags[key] as Scalar)
  }

  /** A named group of facts, such as `order`; null takes it away. */
  setContext(name: string, context: Record<string, unknown> | null): void {
    if (context === null) delete this.contexts[name]
    else this.contexts[name] = context
  }

  setExtra(key: string, value: unknown): void {
    this.extra[key] = value
  }

  addBreadcrumb(breadcrumb: Breadcrumb, max: number): void {
    this.breadcrumbs.push(breadcrumb)
    if (this.breadcrumbs.length > max) this.breadcrumbs.splice(0, this.breadcrumbs.length - max)
  }

  /** Adds what the scope knows to an event. The host's data is copied here, so that later changes do not show. */
  applyTo(event: BugleEvent, scrubKeys?: RegExp): void {
    event.tags = { ...event.tags, ...toPlainObject(this.tags, scrubKeys) } as Record<string, Scalar>
    event.contexts = { ...event.contexts, ...toPlainObject(this.contexts, scrubKeys) }
    event.extra = { ...event.extra, ...toPlainObject(this.extra, scrubKeys) }
    if (this.breadcrumbs.length > 0) event.breadcrumbs = [...this.breadcrumbs]
    if (this.user !== undefined) event.user = this.user
    if (this.level !== undefined) event.level = this.level
    if (this.fingerprint !== undefined) event.fingerprint = this.fingerprint
  }
}

/** Where the current scope is kept. Node keeps it by asynchronous work, browsers by nesting of calls. */
export interface ScopeCarrier {
  current(): Scope
  run<T>(scope: Scope, work: () => T): T
}

/** For runtimes that cannot follow asynchronous work: the scope holds until the work returns, or its promise ends. */
export function nestedScopes(root: Scope): ScopeCarrier {
  const open: Scope[] = [root]
  const leave = (scope: Scope) => void open.splice(open.lastIndexOf(scope), 1)
  return {
    current: () => open[open.length - 1]!,
    run: (scope, work) => {
      open.push(scope)
      let isOpen = false
      try {
        const result = work()
        // Promises alone: there are others with a `then` that begin their work when it is called. And what the host gets
        // is the end of our chain: a failure that it does not handle stays one that nobody handles.
        if (!(result instanceof Promise)) return result
        isOpen = true
        return result.finally(() => leave(scope)) as typeof result
      } finally {
        if (!isOpen) leave(scope)
      }
    },
  }
}
