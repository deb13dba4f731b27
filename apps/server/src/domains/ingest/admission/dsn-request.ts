import type { IncomingMessage } from 'node:http'
import { type DropReason, type HexId, limits } from '@bugle/protocol'
import { ByteBudget, type Holding } from '../../../lib/byte-budget.ts'
import type { DiskRoom } from '../../../lib/free-space.ts'
import type { RateDecision, RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { HealthQueue } from '../../health/index.ts'
import type { Attachment } from '../../storage/index.ts'
import {
  detailOf,
  dropReasons,
  holdBody,
  type IngestDeps,
  IngestRefusal,
  liveToken,
  OriginNotAllowed,
  overloaded,
  refuseWhileAway,
} from '../native/ingest.ts'
import type { KnownToken } from './token-cache.ts'
import type { DialogLimiter } from '../sentry/dialog-limiter.ts'
import { type Credentials, credentialsOf } from './credentials.ts'
import { isAllowedOrigin } from './origins.ts'
import type { ReportFolds } from '../sentry/report-folds.ts'

/** Kinds of items beside events that have limits of their own: those of one use up none of another. */
export type HealthKind = 'session' | 'check_in' | 'feedback'
/** By project. */
export type HealthLimiters = Record<HealthKind, RateLimiter>

export interface DoorDeps extends IngestDeps {
  /** Allows ten times the rate of events: requests without an event do not use up their limit. */
  guard: RateLimiter
  healthLimiters: HealthLimiters
  /** Room for sessions, check-ins and feedback. */
  healthRoom: DiskRoom
  health: HealthQueue
  /** Adds files to an event that is stored already; false if there is none. */
  attach: (
    event: { projectId: number; clientId: HexId | undefined; now: number },
    attachments: readonly Attachment[],
  ) => Promise<boolean>
  /** Key of the hashes that stand for persons. */
  secret: Buffer
  /** Whether SDKs may be asked to stop sending what is not kept. */
  hints: boolean
  dialogLimiter: DialogLimiter
  reports: ReportFolds
  /** Bytes of requests whose key is in their body. */
  keylessBudget: ByteBudget
}

/** The result of a request. */
export interface DoorResult {
  /** The id as the SDK sent it; undefined where there is no event. */
  clientId: string | undefined
  rate: RateDecision | undefined
  /** Header that asks an SDK not to send some kinds of items. */
  stop: string | undefined
  /** Set if something was taken that is not on disk yet. */
  isPending?: true
}

/** One request at the door: its sender, and what it holds of the shared budgets. */
export class DoorRequest {
  readonly deps: DoorDeps
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

  constructor(deps: DoorDeps, request: IncomingMessage, projectNumber: number | undefined, address?: string) {
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

  /** Bytes by Content-Length; 0 without one. */
  get declaredBytes(): number {
    return Number(this.request.headers['content-length'] ?? 0)
  }

  /** Admits the sender of a key, in the order of refusal of /ingest. @throws IngestRefusal, Refusal */
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
    if (this.declaredBytes > maxBytes) throw new Refusal('payload_too_large')
    const guarded = deps.guard.take(token.tokenId)
    const decision = guarded instanceof Promise ? await guarded : guarded
    if (!decision.isAllowed) throw rateLimited(decision)
    const { origin } = this.request.headers
    if (!isAllowedOrigin(origin, token.allowedOrigins)) throw new OriginNotAllowed(origin!)
    if (token.refuseAfter !== undefined && token.refuseAfter <= deps.now().getTime())
      throw new Refusal('subscription_inactive', { retryAfterSeconds: 3600 })
    const full = deps.room.refusalFor(token.projectId)
    if (full !== undefined) throw new Refusal(full, { retryAfterSeconds: 60 })
    // An SDK may declare the size of a replay that is skipped unread.
    const declared = Math.min(this.declaredBytes, limits.ingestBytes)
    if (deps.batcher.isBehind || !deps.budget.fits(token.tokenId, declared)) throw overloaded()
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

export function rateLimited({ resetMs }: RateDecision): Refusal {
  return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) })
}

export function newKeylessBudget(): ByteBudget {
  return new ByteBudget(8 * limits.ingestBytes, 8 * limits.ingestBytes)
}
