import * as crypto from 'node:crypto'
import type { SentrySettings } from '@bugle/protocol'

/** A token as ingest knows it. */
export interface KnownToken {
  tokenId: number
  projectId: number
  organizationId: string
  appIds: readonly string[]
  /** Whether the project has source maps. */
  hasArtifacts: boolean
  /** A further number by which requests may name the project. */
  formerNumber: number | null
  /** Origins of the pages that may send by it; all if there are none. */
  allowedOrigins: readonly string[]
  /** Data that is kept of events of Sentry's SDKs. */
  sentry: SentrySettings
  /** Epoch milliseconds at which the token dies; undefined while it has no end. */
  liveUntil: number | undefined
  /** Epoch milliseconds from which events are refused, since the subscription ended; undefined without an end. */
  refuseAfter: number | undefined
  state: 'live' | 'revoked' | 'project_deleted'
  /** Where the events of the project are. */
  bucket: string
  /** Whether nothing can be stored just now: the project moves, or the server of its bucket does not respond. */
  isPaused: boolean
}

/** Looks up tokens by the sha256 of their text, all at once; undefined for a hash without a token. */
export type FindTokens = (hashes: readonly Buffer[]) => Promise<(KnownToken | undefined)[]>

interface Entry {
  token: KnownToken | undefined
  until: number
  /** Whether it was used since it was looked up. */
  isInUse: boolean
}

/** A token of ours, or the key of a DSN. */
const tokenShape = /^(?:bgl_live_[A-Za-z0-9_-]{16,128}|[0-9a-f]{32})$/
const freshMs = 10_000
/** How soon a project that takes nothing is asked about again. */
const pausedMs = 1000
/** A lookup includes other tokens in use that expire within this time. */
const soonMs = 5000
/** Tokens of one lookup. */
const maxTogether = 1000
/** A database that takes longer than this counts as unavailable. */
const timeoutMs = 1500
const maxEntries = 20_000

/**
 * Caches ingest tokens by their text, so that an event needs no lookup. An entry is at most ten seconds old and is
 * dropped when its project changes (`forget`); the transaction that stores an event asks the database again. Tokens in
 * use are refreshed together every five seconds: one by one, lookups took a thirtieth of the CPU time of an event.
 */
export class TokenCache {
  readonly #find: FindTokens
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<KnownToken | undefined>>()
  #tookAlongAt = Number.NEGATIVE_INFINITY
  /** Grows whenever something is forgotten. */
  #version = 0

  constructor(find: FindTokens) {
    this.#find = find
  }

  /** Returns the token if cached, else a promise of it; undefined for a text that is no token. */
  get(text: string): KnownToken | undefined | Promise<KnownToken | undefined> {
    const entry = this.#entries.get(text)
    if (entry !== undefined && entry.until > performance.now()) {
      entry.isInUse = true
      return entry.token
    }
    if (!tokenShape.test(text)) return undefined
    return this.#pending.get(text) ?? this.#load(text)
  }

  /** Drops the cached tokens of a project, or all of them. */
  forget(projectId?: number): void {
    this.#version += 1
    if (projectId === undefined) this.#entries.clear()
    for (const [text, { token }] of this.#entries) if (token?.projectId === projectId) this.#entries.delete(text)
  }

  #load(text: string): Promise<KnownToken | undefined> {
    const texts = [text, ...this.#dueSoon(text)]
    const version = this.#version
    const pending = inTime(this.#find(texts.map(sha256)))
      .then((tokens) => {
        // Tokens read before a change that arrived meanwhile are not cached.
        if (version === this.#version) for (const [index, each] of texts.entries()) this.#put(each, tokens[index])
        return tokens[0]
      })
      .catch((error: unknown) => {
        // While the database is away a cached token stays valid: storing an event asks the database anyway.
        const known = this.#entries.get(text)?.token
        if (known === undefined) throw error
        return known
      })
      .finally(() => this.#pending.delete(text))
    this.#pending.set(text, pending)
    return pending
  }

  #put(text: string, token: KnownToken | undefined): void {
    if (this.#entries.size >= maxEntries) this.#entries.clear()
    const forMs = token?.isPaused === true ? pausedMs : freshMs
    this.#entries.set(text, { token, until: performance.now() + forMs, isInUse: false })
  }

  /** Looked for once a second at most: who sends with texts that are no tokens causes many lookups. */
  #dueSoon(text: string): string[] {
    const now = performance.now()
    if (now - this.#tookAlongAt < 1000) return []
    this.#tookAlongAt = now
    const due: string[] = []
    for (const [other, { token, until, isInUse }] of this.#entries) {
      if (due.length === maxTogether - 1) break
      if (token !== undefined && isInUse && until - now < soonMs && other !== text) due.push(other)
    }
    return due
  }
}

function sha256(text: string): Buffer {
  return crypto.createHash('sha256').update(text).digest()
}

/** Thrown when the database did not complete a lookup in time. */
export class LookupTimedOut extends Error {}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LookupTimedOut()), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
