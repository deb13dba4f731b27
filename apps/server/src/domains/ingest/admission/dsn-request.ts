import type { IncomingMessage } from 'node:http'
import { type DropReason, limits } from '@bugle/protocol'
import { ByteBudget, type Holding } from '../../../lib/byte-budget.ts'
import type { RateDecision, RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import {
  admit,
  checkDeclaredLength,
  checkFreeSpace,
  checkLoad,
  checkOrigin,
  checkRate,
  checkSubscription,
  type IngestDeps,
} from './admission.ts'
import { type Credentials, credentialsOf } from './credentials.ts'
import { holdBody } from './hold-body.ts'
import { liveToken, refuseWhileAway } from './live-token.ts'
import { detailOf, dropReasons, IngestRefusal, overloaded, refuseOverloaded } from './refusals.ts'
import type { KnownToken } from './token-cache.ts'

export interface DsnDeps extends IngestDeps {
  /** Allows ten times the rate of events: requests without an event do not use up their limit. */
  requestLimiter: RateLimiter
  /** Key of the hashes that stand for persons. */
  personKey: Buffer
  /** Bytes of requests whose key is in their body. */
  keylessBudget: ByteBudget
}

/** The result of a request. */
export interface DsnResult {
  /** The id as the SDK sent it; undefined where there is no event. */
  clientId: string | undefined
  rate: RateDecision | undefined
  /** Header that asks an SDK not to send some kinds of items. */
  stop: string | undefined
  /** Set if something was taken that is not on disk yet. */
  isPending?: true
}

/** The checks before the body is read, in the order of refusal. SDKs wait an hour where a subscription has ended. */
const checks = [checkDeclaredLength, checkRate, checkOrigin, checkSubscription(3600), checkFreeSpace, checkLoad]

/** A request that the key of a DSN admits: its sender, and what it holds of the shared budgets. */
export class DsnRequest<Deps extends DsnDeps = DsnDeps> {
  readonly deps: Deps
  readonly request: IncomingMessage
  readonly credentials: Credentials
  /** The sender's, where somebody needs it; never stored. */
  readonly address: string | undefined
  /** The project's number in the path; undefined for the old path without one. */
  readonly projectNumber: number | undefined
  rate: RateDecision | undefined
  token: KnownToken | undefined
  #query: URLSearchParams | undefined
  #held: Holding | undefined
  /** Held before the sender is known. */
  #heldKeyless: Holding | undefined

  constructor(deps: Deps, request: IncomingMessage, projectNumber: number | undefined, address?: string) {
    this.deps = deps
    this.request = request
    this.projectNumber = projectNumber
    this.address = address
    this.credentials = credentialsOf(request, this.#search)
  }

  get #search(): string {
    const at = this.request.url!.indexOf('?')
    return at < 0 ? '' : this.request.url!.slice(at)
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#search)
    return this.#query
  }

  /** Admits the sender of a key. @throws IngestRefusal, Refusal */
  async admit(keys: readonly string[], maxBytes: number): Promise<KnownToken> {
    const { deps } = this
    if (keys.length !== 1) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
    const found = deps.tokens.get(keys[0]!)
    const known = found instanceof Promise ? await found.catch(refuseWhileAway) : found
    const numbers = [undefined, known?.projectId, known?.formerNumber]
    const isOther = !numbers.includes(this.projectNumber)
    const token = liveToken(deps, isOther ? undefined : known)
    this.token = token
    deps.outcomes.countRequest(token.projectId, token.tokenId)
    const taken = deps.requestLimiter.take(token.tokenId)
    const rate = taken instanceof Promise ? await taken.catch(refuseOverloaded) : taken
    admit(checks, { deps, request: this.request, token, rate, maxBytes })
    this.#chargeToken()
    return token
  }

  /** Charges the sender with the bytes that were taken before it was known. */
  #chargeToken(): void {
    const held = this.#heldKeyless
    if (held === undefined) return
    this.#heldKeyless = undefined
    const { bytes } = held
    held.release()
    this.grow(bytes)
  }

  /** Takes bytes of the budget; of one of its own before the sender is known. */
  readonly grow = (bytes: number): void => {
    if (this.token === undefined) {
      this.#heldKeyless ??= holdBody(this.deps.keylessBudget, this.address ?? '', this.request)
      if (!this.#heldKeyless.take(bytes)) throw overloaded()
      return
    }
    this.#held ??= holdBody(this.deps.budget, this.token.tokenId, this.request)
    if (!this.#held.take(bytes)) throw overloaded()
  }

  /** Runs the work on a request; its refusals are counted, and its bytes returned. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.token !== undefined) this.countRefusal(error)
      throw new IngestRefusal(error, this.rate)
    } finally {
      this.#heldKeyless?.release()
      this.#held?.release()
    }
  }

  countRefusal(refusal: Refusal): void {
    const reason: DropReason | undefined = dropReasons[refusal.code]
    const detail = detailOf(refusal) ?? (this.credentials.client === '' ? undefined : this.credentials.client)
    if (reason !== undefined) this.deps.outcomes.count(this.token!.projectId, reason, detail)
  }
}

export function newKeylessBudget(): ByteBudget {
  return new ByteBudget(8 * limits.ingestBytes, 8 * limits.ingestBytes)
}
