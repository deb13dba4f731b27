import * as crypto from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, inflate, inflateSync } from 'node:zlib'
import { type DropReason, type HexId, limits } from '@bugle/protocol'
import { type EnvelopeItem, parseLoose } from '@bugle/sentry-event'
import type { RateDecision, RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import { minuteMs } from '../../../time.ts'
import { type HealthItem, type HealthQueue, readHealthItem } from '../../health/index.ts'
import type { Attachment } from '../../storage/index.ts'
import { ByteBudget } from '../byte-budget.ts'
import {
  detailOf,
  dropReasons,
  type IngestDeps,
  IngestRefusal,
  idsOf,
  liveToken,
  overloaded,
  refuseOverloaded,
  refuseWhileAway,
} from '../ingest.ts'
import { readBody, readChunks } from '../read-body.ts'
import type { KnownToken } from '../token-cache.ts'
import { acceptSentryEvent, clientIdOf } from './accept-event.ts'
import { countClientReport } from './client-report.ts'
import type { DialogLimiter } from './dialog-limiter.ts'
import { asKey, type Credentials, credentialsOf, keyOfDsn } from './door-key.ts'
import { openEnvelope, type Received } from './envelope.ts'
import { countedCategoryOf, stopHeader } from './item-kinds.ts'
import { eventOfDump, readMinidump } from './minidump.ts'
import { eventOfReports, type ReportEvent } from './security-report.ts'

export interface DoorDeps extends IngestDeps {
  /** Allows ten times the rate of events: requests without an event do not use up their limit. */
  guard: RateLimiter
  /** Limits the sessions of a key. */
  sessionLimiter: RateLimiter
  health: HealthQueue
  /** Adds files to an event that is stored already; false if it is not. */
  attach: (
    event: { projectId: number; clientId: string | undefined; now: number },
    attachments: readonly Attachment[],
  ) => Promise<boolean>
  /** Key of the hashes that stand for persons. */
  secret: Buffer
  /** Whether SDKs may be asked to stop sending what is not kept. */
  hints: boolean
  dialogLimiter: DialogLimiter
  /** Bytes of requests whose key is in their body. */
  keylessBudget: ByteBudget
}

/** The result of a request. */
export interface DoorAnswer {
  /** The id as the SDK sent it; undefined where there is no event. */
  clientId: string | undefined
  rate: RateDecision | undefined
  /** Header that asks an SDK not to send some kinds of items. */
  stop: string | undefined
}

/** Decompressed bytes of an envelope; payloads that are not kept are never held. */
export const maxEnvelopeBytes = 20 * 1024 * 1024
const envelopeLimits = { wire: maxEnvelopeBytes, decoded: maxEnvelopeBytes }
/** Bytes of an envelope whose key is in its first line alone, as behind a tunnel. */
const keylessLimits = { wire: limits.ingestBytes, decoded: limits.ingestBytes }
const storeLimits = { wire: 4 * limits.ingestBytes, decoded: 4 * limits.ingestBytes }
const reportLimits = { wire: 256 * 1024, decoded: 256 * 1024 }
/** A clock that differs by more than this is wrong; less may be the way of the request. */
const maxSkewMs = 55 * minuteMs
const unzip = promisify(gunzip)
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/** One request at the door: its sender, and what it holds of the shared budgets. */
export class DoorRequest {
  readonly deps: DoorDeps
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly credentials: Credentials
  /** The project's number in the path; undefined for the old path without one. */
  readonly projectNumber: number | undefined
  rate: RateDecision | undefined
  token: KnownToken | undefined
  #bytesHeld = 0
  #keylessBytes = 0

  constructor(deps: DoorDeps, request: IncomingMessage, projectNumber: number | undefined) {
    this.deps = deps
    this.request = request
    this.projectNumber = projectNumber
    const at = request.url!.indexOf('?')
    this.query = new URLSearchParams(at < 0 ? '' : request.url!.slice(at))
    this.credentials = credentialsOf(request, this.query)
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
    if (token.refuseAfter !== undefined && token.refuseAfter <= deps.now().getTime())
      throw new Refusal('subscription_inactive', { retryAfterSeconds: 3600 })
    const full = deps.room.refusalFor(token.projectId)
    if (full !== undefined) throw new Refusal(full, { retryAfterSeconds: 60 })
    // An SDK may declare the size of a replay that is skipped unread.
    const declared = Math.min(this.declaredBytes, limits.ingestBytes)
    if (deps.batcher.isBehind || !deps.budget.fits(token.tokenId, declared)) throw overloaded()
    return token
  }

  /** Takes bytes of the budget; of one of its own before the sender is known. */
  readonly grow = (bytes: number): void => {
    if (this.token === undefined) {
      if (!this.deps.keylessBudget.tryTake(0, bytes)) throw overloaded()
      this.#keylessBytes += bytes
      return
    }
    if (!this.deps.budget.tryTake(this.token.tokenId, bytes)) throw overloaded()
    this.#bytesHeld += bytes
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
      this.deps.keylessBudget.give(0, this.#keylessBytes)
      if (this.token !== undefined) this.deps.budget.give(this.token.tokenId, this.#bytesHeld)
    }
  }

  countRefusal(refusal: Refusal): void {
    const reason: DropReason | undefined = dropReasons[refusal.code]
    const detail = detailOf(refusal) ?? (this.credentials.client === '' ? undefined : this.credentials.client)
    if (reason !== undefined) this.deps.outcomes.count(this.token!.projectId, reason, detail)
  }
}

/** Takes an envelope from its request to the disk. @throws IngestRefusal */
export function receiveEnvelope(door: DoorRequest): Promise<DoorAnswer> {
  return door.run(async () => {
    const { request, grow } = door
    const encoding = request.headers['content-encoding']
    if (door.credentials.keys.length > 0) {
      await door.admit(door.credentials.keys, maxEnvelopeBytes)
      return storeReceived(door, await readEnvelope(door, request, encoding))
    }
    const body = await unzipped(await readBody(request, encoding, grow, keylessLimits), keylessLimits.decoded)
    const reader = openEnvelope(grow)
    reader.push(body)
    const received = reader.end()
    const key = keyOfDsn(received.header.dsn)
    await door.admit(key === undefined ? [] : [key], limits.ingestBytes)
    return storeReceived(door, received)
  })
}

async function readEnvelope(
  door: DoorRequest,
  request: IncomingMessage,
  encoding: string | undefined,
): Promise<Received> {
  const reader = openEnvelope(door.grow)
  if (isSmall(door, encoding)) {
    const body = await readBody(request, undefined, door.grow, smallLimits)
    reader.push(await decompressSmall(body, encoding!))
    return checked(door, reader.end())
  }
  /** A body compressed without saying so is gathered, and decompressed at its end. */
  let zipped: Buffer[] | undefined
  let isFirst = true
  await readChunks(request, encoding, envelopeLimits, (chunk) => {
    if (isFirst && isGzip(chunk)) zipped = []
    isFirst = false
    if (zipped === undefined) return reader.push(chunk)
    door.grow(chunk.length)
    zipped.push(chunk)
  })
  if (zipped !== undefined) reader.push(await unzipped(Buffer.concat(zipped), envelopeLimits.decoded))
  return checked(door, reader.end())
}

function checked(door: DoorRequest, received: Received): Received {
  const key = keyOfDsn(received.header.dsn)
  // Only the key of a DSN says something: its host is that of a tunnel.
  const isOther = key !== undefined && !door.credentials.keys.includes(key)
  if (isOther) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  return received
}

/** Bytes of a compressed body that is decompressed at once: a stream costs more than a usual event. */
const smallLimits = { wire: 32 * 1024, decoded: 32 * 1024 }
const smallOutput = { maxOutputLength: limits.ingestBytes }

/** Not for brotli, which can be crafted to take a second. */
function isSmall({ declaredBytes }: DoorRequest, encoding: string | undefined): boolean {
  return declaredBytes > 0 && declaredBytes <= smallLimits.wire && /^(?:x-)?gzip$|^deflate$/i.test(encoding ?? '')
}

async function decompressSmall(body: Buffer, encoding: string): Promise<Buffer> {
  const isDeflate = encoding.toLowerCase() === 'deflate'
  try {
    return isDeflate ? inflateSync(body, smallOutput) : gunzipSync(body, smallOutput)
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (!isTooLarge || isDeflate) throw new Refusal(isTooLarge ? 'payload_too_large' : 'malformed_body')
    return unzipped(body, envelopeLimits.decoded)
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

async function unzipped(body: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  return unzip(body, { maxOutputLength }).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'payload_too_large' : 'malformed_body')
  })
}

/** Takes one event as JSON, as SDKs sent it before there were envelopes. */
export function receiveStore(door: DoorRequest): Promise<DoorAnswer> {
  return door.run(async () => {
    await door.admit(door.credentials.keys, storeLimits.wire)
    const { request, query } = door
    const data = request.method === 'GET' ? query.get('sentry_data') : undefined
    if (request.method === 'GET' && !data) throw new Refusal('malformed_body')
    const body = data
      ? Buffer.from(data)
      : await readBody(request, request.headers['content-encoding'], door.grow, storeLimits)
    const payload = await plainEvent(await unzipped(body, storeLimits.decoded))
    const item: EnvelopeItem = { header: { type: 'event', length: payload.length, fields: {} }, payload }
    return storeReceived(door, { header: {}, items: [item], skipped: [] })
  })
}

/** Raven sent base64 of zlib without a header that says so. */
async function plainEvent(body: Buffer): Promise<Buffer> {
  const first = body.subarray(0, 64).toString('latin1').trimStart()[0]
  if (first === '{') return body
  const bytes = first === 'x' ? body : Buffer.from(body.toString('latin1').trim(), 'base64')
  if (bytes[0] !== 0x78) return bytes[0] === 0x7b ? bytes : body
  return inflated(bytes, { maxOutputLength: storeLimits.decoded }).catch(() => {
    throw new Refusal('malformed_body')
  })
}

/** Takes reports of browsers: of policies, crashes, deprecations. */
export function receiveReports(door: DoorRequest): Promise<DoorAnswer> {
  return door.run(async () => {
    await door.admit(door.credentials.keys, reportLimits.wire)
    const { request, query } = door
    const body = await readBody(request, request.headers['content-encoding'], door.grow, reportLimits)
    const received: Received = { header: {}, items: [], skipped: [] }
    return storeReceived(door, received, readReports(door, parseJson(body), query))
  })
}

/** Counts what is not kept, unread. */
export function receiveUnsupported(door: DoorRequest, reason: string): Promise<DoorAnswer> {
  return door.run(async () => {
    const key = asKey(/\/unreal\/([^/?]+)/.exec(door.request.url!)?.[1])
    const { projectId } = await door.admit(key === undefined ? door.credentials.keys : [key], Number.POSITIVE_INFINITY)
    door.deps.outcomes.countOther(projectId, { source: 'unsupported', reason, count: 1 }, door.credentials.client)
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}

function readReports(door: DoorRequest, body: unknown, query: URLSearchParams): ReportEvent[] {
  const { events, filtered, unsupported } = eventOfReports(body, {
    agent: door.request.headers['user-agent'],
    release: query.get('sentry_release') ?? undefined,
    environment: query.get('sentry_environment') ?? undefined,
  })
  const { projectId } = door.token!
  for (const [reason, count] of filtered)
    door.deps.outcomes.countOther(projectId, { source: 'filtered', reason, count })
  for (const [reason, count] of unsupported)
    door.deps.outcomes.countOther(projectId, { source: 'unsupported', reason, count })
  return events
}

/** Stores events made of something else than an envelope. */
export function storeEvents(
  door: DoorRequest,
  events: readonly ReportEvent[],
  attachments: readonly Attachment[] = [],
): Promise<DoorAnswer> {
  return storeReceived(door, { header: {}, items: [], skipped: [] }, events, attachments)
}

async function storeReceived(
  door: DoorRequest,
  { header, items, skipped }: Received,
  others: readonly ReportEvent[] = [],
  files: readonly Attachment[] = [],
): Promise<DoorAnswer> {
  const { deps } = door
  const token = door.token!
  const now = deps.now().getTime()
  const unsupported = new Set<string>()
  const refused: Refusal[] = []
  countSkipped(door, skipped, { unsupported, refused })
  const events = [...others]
  const health: HealthItem[] = []
  const attachments = [...files]
  let clientId = clientIdOf(header.event_id)
  for (const item of items) {
    const { type } = item.header
    if (type === 'attachment') {
      attachments.push(attachmentOf(item))
      continue
    }
    const parsed = jsonOf(item.payload)
    if (parsed === undefined) {
      refused.push(counted(door, new Refusal('malformed_body')))
      continue
    }
    if (type === 'event' && parsed.type === 'transaction') {
      unsupported.add('transaction')
      deps.outcomes.countOther(
        token.projectId,
        { source: 'unsupported', reason: 'transaction', count: 1 },
        clientNameOf(door, header),
      )
    } else if (type === 'event') {
      clientId ??= clientIdOf(parsed.event_id) ?? newClientId()
      events.push({ sent: parsed, received: item.payload })
    } else if (type === 'security' || type === 'raw_security') {
      events.push(...readReports(door, parsed, door.query))
    } else if (type === 'client_report') countClientReport(deps.outcomes, token.projectId, parsed)
    else {
      const read = readHealthItem(type, parsed, { projectId: token.projectId, at: now, clientId })
      if (read !== undefined) {
        if (mayPass(door, read)) health.push(read)
      } else refused.push(counted(door, new Refusal('invalid_payload')))
    }
  }
  clientId = addDump(events, attachments, clientId)
  const shiftMs = shiftOf(header.sent_at, now)
  const stored: Promise<unknown>[] = []
  for (const [index, { sent, received }] of events.entries()) {
    const decision = deps.limiter.take(token.tokenId)
    const rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    door.rate = rate
    if (!rate.isAllowed) {
      refused.push(counted(door, rateLimited(rate)))
      continue
    }
    // An envelope has one event; what comes beside it has no id of its own.
    const isFirst = index === 0
    const own = isFirst ? clientId : clientIdOf(sent.event_id)
    try {
      const accepted = acceptSentryEvent(sent, received, {
        token,
        groups: deps.groups,
        now,
        secret: deps.secret,
        clientId: own,
        shiftMs,
        attachments: isFirst ? attachments : undefined,
      })
      stored.push(deps.batcher.add(accepted).then(idsOf))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(counted(door, error))
    }
  }
  if (events.length === 0 && attachments.length > 0)
    stored.push(
      deps.attach({ projectId: token.projectId, clientId, now }, attachments).then((isStored) => {
        if (!isStored)
          deps.outcomes.countOther(token.projectId, {
            source: 'unsupported',
            reason: 'attachment',
            count: attachments.length,
          })
      }),
    )
  if (health.length > 0) stored.push(deps.health.add(health))
  const kept = stored.length
  await Promise.all(stored)
  const [first] = refused
  // A refusal of one item does not refuse the others; an event over its limit is answered as such.
  if (first !== undefined && (kept === 0 || first.code === 'rate_limited')) throw new CountedRefusal(first, door.rate)
  const stop = deps.hints ? stopHeader(clientNameOf(door, header), unsupported) : undefined
  return { clientId, rate: door.rate, stop }
}

/** Sessions have a limit of their own, in which those of a busy server fit; one over it is counted and left out. */
function mayPass({ deps, token }: DoorRequest, { kind }: HealthItem): boolean {
  if (kind !== 'session' && kind !== 'sessions') return true
  const decision = deps.sessionLimiter.take(token!.tokenId)
  const isAllowed = decision instanceof Promise || decision.isAllowed
  if (!isAllowed) deps.outcomes.countOther(token!.projectId, { source: 'filtered', reason: 'session_rate', count: 1 })
  return isAllowed
}

/** A refusal whose items were counted one by one. */
class CountedRefusal extends IngestRefusal {}

function counted(door: DoorRequest, refusal: Refusal): Refusal {
  door.countRefusal(refusal)
  return refusal
}

function countSkipped(
  door: DoorRequest,
  skipped: Received['skipped'],
  { unsupported, refused }: { unsupported: Set<string>; refused: Refusal[] },
): void {
  const { outcomes } = door.deps
  const { projectId } = door.token!
  for (const { header, isTooLarge } of skipped) {
    if (isTooLarge) {
      refused.push(counted(door, new Refusal('payload_too_large')))
      continue
    }
    const category = countedCategoryOf(header.type)
    unsupported.add(category)
    const { item_count: items } = header.fields
    const count = Number.isSafeInteger(items) && (items as number) > 0 ? Math.min(items as number, 1_000_000) : 1
    outcomes.countOther(projectId, { source: 'unsupported', reason: category, count }, door.credentials.client)
  }
}

function rateLimited({ resetMs }: RateDecision): Refusal {
  return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) })
}

function clientNameOf(door: DoorRequest, header: Record<string, unknown>): string {
  const { name } = (header.sdk ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : door.credentials.client
}

/** A minidump is the event itself, or what its event lacks. @returns the id of the event */
function addDump(
  events: ReportEvent[],
  attachments: readonly Attachment[],
  clientId: HexId | undefined,
): HexId | undefined {
  const dump = attachments.find(({ kind }) => kind === 'event.minidump')
  const facts = dump && readMinidump(dump.data)
  const sent = events[0]?.sent ?? {}
  if (facts === undefined || sent.exception !== undefined) return clientId
  const id = clientId ?? newClientId()
  events[0] = { sent: eventOfDump(facts, { ...sent, event_id: id }), received: undefined }
  return id
}

function attachmentOf({ header: { fields }, payload }: EnvelopeItem): Attachment {
  const text = (value: unknown, fallback: string, maxLength: number) =>
    typeof value === 'string' && value !== ''
      ? value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD')
      : fallback
  return {
    name: text(fields.filename, 'attachment', 200),
    contentType: text(fields.content_type, 'application/octet-stream', 100),
    kind: text(fields.attachment_type, 'event.attachment', 60),
    data: payload,
  }
}

function newClientId(): HexId {
  return crypto.randomBytes(16).toString('hex') as HexId
}

/** How far the sender's clock is behind; 0 unless it is wrong. */
function shiftOf(sentAt: unknown, now: number): number {
  const sent = typeof sentAt === 'string' ? Date.parse(sentAt) : Number.NaN
  return Number.isFinite(sent) && Math.abs(now - sent) > maxSkewMs ? now - sent : 0
}

/** An object; undefined for another value, and for a text that is no JSON. */
function jsonOf(payload: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed = parseLoose(payload.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal('malformed_body')
  }
}

export function newKeylessBudget(): ByteBudget {
  return new ByteBudget(8 * limits.ingestBytes, 8 * limits.ingestBytes)
}
