import * as crypto from 'node:crypto'

/** What ingest knows of a token. */
export interface KnownToken {
  tokenId: number
  projectId: number
  organizationId: string
  appIds: readonly string[]
  /** Epoch milliseconds at which the token dies; undefined while it has no end. */
  liveUntil: number | undefined
  /** Epoch milliseconds from which events are refused, since the subscription ended; undefined without an end. */
  refuseAfter: number | undefined
  state: 'live' | 'revoked' | 'project_deleted'
}

export type FindToken = (sha256: Buffer) => Promise<KnownToken | undefined>

const tokenShape = /^bgl_live_[A-Za-z0-9_-]{16,128}$/
const freshMs = 10_000
/** A database that does not answer a look-up by then is away. */
const patienceMs = 1500
const maxEntries = 20_000

/**
 * Ingest tokens by their text, so that an event costs no look-up. An entry is at most ten seconds old, is dropped
 * when its project changes (`forget`), and the transaction that stores an event asks the database again.
 */
export class TokenCache {
  readonly #find: FindToken
  readonly #entries = new Map<string, { token: KnownToken | undefined; until: number }>()
  readonly #pending = new Map<string, Promise<KnownToken | undefined>>()

  constructor(find: FindToken) {
    this.#find = find
  }

  /** The token, known at once or looked up; undefined for a text that is none. */
  get(text: string): KnownToken | undefined | Promise<KnownToken | undefined> {
    const entry = this.#entries.get(text)
    if (entry !== undefined && entry.until > performance.now()) return entry.token
    if (!tokenShape.test(text)) return undefined
    return this.#pending.get(text) ?? this.#load(text)
  }

  /** Drops what is known of a project's tokens, or of all. */
  forget(projectId?: number): void {
    if (projectId === undefined) this.#entries.clear()
    for (const [text, { token }] of this.#entries) if (token?.projectId === projectId) this.#entries.delete(text)
  }

  #load(text: string): Promise<KnownToken | undefined> {
    const sha256 = crypto.createHash('sha256').update(text).digest()
    const pending = inTime(this.#find(sha256))
      .then((token) => {
        if (this.#entries.size >= maxEntries) this.#entries.clear()
        this.#entries.set(text, { token, until: performance.now() + freshMs })
        return token
      })
      .catch((error: unknown) => {
        // What was known stays good while the database is away: nothing is stored without asking it again.
        const known = this.#entries.get(text)?.token
        if (known === undefined) throw error
        return known
      })
      .finally(() => this.#pending.delete(text))
    this.#pending.set(text, pending)
    return pending
  }
}

/** The database did not answer a look-up in time. */
export class LookupTimedOut extends Error {}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LookupTimedOut()), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
