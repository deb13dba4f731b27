import * as crypto from 'node:crypto'
import { type HexId, parseHexId } from '@bugle/protocol'
import { type EnvelopeItem, parseLoose } from '@bugle/sentry-event'
import { clockShiftOf } from '../../../lib/clock-shift.ts'
import { Refusal } from '../../../refusal.ts'
import { type ClientReportItem, type HealthItem, type LimitedItem, readHealthItem } from '../../health/index.ts'
import type { Attachment } from '../../storage/index.ts'
import { type DsnResult, IngestRefusal, idsOf, rateLimited, refuseOverloaded } from '../admission/index.ts'
import type { AppendOutcome } from '../append/index.ts'
import { isReportWithinLimit, isWithinLimit, type Limited, takeSpaceFor, toAttachment } from '../items/index.ts'
import { acceptSentryEvent } from './accept-event.ts'
import { admitReports } from './admit-reports.ts'
import { readClientReport } from './client-report.ts'
import type { Received } from './envelope.ts'
import { itemKeyOf } from './item-key.ts'
import { countedCategoryOf, stopHeader, understandsLimits } from './item-kinds.ts'
import { ItemsLimited, limitsHeader } from './items-limited.ts'
import { eventOfDump, readMinidump } from './minidump.ts'
import type { ReportEvent } from './security-report.ts'
import type { SentryRequest } from './sentry-request.ts'

/** The contents of an envelope, by the table that keeps them. */
interface Sorted {
  events: ReportEvent[]
  health: HealthItem[]
  attachments: Attachment[]
  clientId: HexId | undefined
  /** Categories that are not kept. */
  unsupported: Set<string>
  /** Refusals of single items; they do not refuse the others. */
  refused: Refusal[]
  limited: Limited
}

/** Stores events that were made of something else than an envelope. */
export function storeEvents(
  incoming: SentryRequest,
  events: readonly ReportEvent[],
  attachments: readonly Attachment[] = [],
): Promise<DsnResult> {
  const sorted = nothingYet()
  sorted.events.push(...events)
  sorted.attachments.push(...attachments)
  return storeSorted(incoming, sorted, {})
}

/** Stores what an envelope holds; resolves once all of it is on disk. @throws Refusal if nothing could be kept */
export function storeReceived(incoming: SentryRequest, { header, items, skipped }: Received): Promise<DsnResult> {
  const sorted = nothingYet()
  sorted.clientId = parseHexId(header.event_id)
  countSkipped(incoming, skipped, sorted)
  for (const [index, item] of items.entries()) sortItem(incoming, item, { header, index }, sorted)
  return storeSorted(incoming, sorted, header)
}

function nothingYet(): Sorted {
  const unsupported = new Set<string>()
  return { events: [], health: [], attachments: [], clientId: undefined, unsupported, refused: [], limited: new Map() }
}

function sortItem(
  incoming: SentryRequest,
  item: EnvelopeItem,
  { header, index }: Pick<Received, 'header'> & { index: number },
  sorted: Sorted,
): void {
  const { type } = item.header
  const { outcomes, now } = incoming.deps
  const { projectId } = incoming.token!
  if (type === 'attachment') return void sorted.attachments.push(attachmentOf(item))
  const parsed = jsonOf(item.payload)
  if (parsed === undefined) return void sorted.refused.push(counted(incoming, new Refusal('malformed_body')))
  switch (type) {
    case 'event':
      if (parsed.type === 'transaction') {
        sorted.unsupported.add('transaction')
        const unread = { source: 'unsupported', reason: 'transaction', count: 1 } as const
        outcomes.countOther(projectId, unread, clientNameOf(incoming, header))
      } else {
        sorted.clientId ??= parseHexId(parsed.event_id) ?? newClientId()
        sorted.events.push({ sent: parsed, received: item.payload })
      }
      return
    case 'security':
    case 'raw_security':
      return void sorted.events.push(...admitReports(incoming, parsed).events)
    default: {
      const common = { projectId, at: now().getTime(), key: itemKeyOf(item, parsed, { header, index }) }
      if (type === 'client_report') return void takeReport(incoming, readClientReport(parsed, common), sorted)
      const read = readHealthItem(type, parsed, { ...common, clientId: sorted.clientId })
      if (read === undefined) sorted.refused.push(counted(incoming, new Refusal('invalid_payload')))
      else if (mayPass(incoming, read, sorted)) sorted.health.push(read)
    }
  }
}

/** Takes a report of what was dropped. One that is over its limit, or has no room, refuses nothing. */
function takeReport(incoming: SentryRequest, report: ClientReportItem, { health }: Sorted): void {
  if (report.counts.length > 0 && isReportWithinLimit(incoming)) health.push(report)
}

function mayPass(incoming: SentryRequest, item: LimitedItem, { limited, refused }: Sorted): boolean {
  try {
    return isWithinLimit(incoming, item, limited)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refused.push(counted(incoming, error))
    return false
  }
}

async function storeSorted(incoming: SentryRequest, sorted: Sorted, header: Received['header']): Promise<DsnResult> {
  const { deps } = incoming
  takeSpaceFor(incoming, sorted.attachments)
  addDump(sorted)
  const events = await storeEventsOf(incoming, sorted, clockShiftOf(header.sent_at, deps.now().getTime()))
  const others: Promise<unknown>[] = []
  if (sorted.events.length === 0 && sorted.attachments.length > 0) others.push(attachLater(incoming, sorted))
  if (sorted.health.length > 0) others.push(deps.health.add(sorted.health))
  const kept = events.length + others.length
  // Parsed events would outlive two collections of the young generation while they wait for the disk.
  Object.assign(sorted, { events: [], attachments: [], health: [] })
  if (others.length > 0) await Promise.all(others)
  // One after the other: these never reject, and each further promise costs GC time until the response.
  for (const event of events) idsOf(await event)
  const [first] = sorted.refused
  // An event over its limit is answered as such, whatever came beside it.
  if (first !== undefined && (kept === 0 || first.code === 'rate_limited'))
    throw new IngestRefusal(first, incoming.rate)
  if (kept === 0 && sorted.limited.size > 0) throw new IngestRefusal(new ItemsLimited(sorted.limited), incoming.rate)
  const client = clientNameOf(incoming, header)
  const limits = understandsLimits(client) ? limitsHeader(sorted.limited) : undefined
  const stop = limits ?? (deps.hints ? stopHeader(client, sorted.unsupported) : undefined)
  return { clientId: sorted.clientId, rate: incoming.rate, stop }
}

/** Hands the events to the batcher, each for a permit of its own. @returns promises that they are on disk */
async function storeEventsOf(
  incoming: SentryRequest,
  sorted: Sorted,
  shiftMs: number,
): Promise<Promise<AppendOutcome>[]> {
  const { deps } = incoming
  const token = incoming.token!
  const stored: Promise<AppendOutcome>[] = []
  for (const [index, { sent, received, repeat }] of sorted.events.entries()) {
    const decision = deps.limiter.take(token.tokenId)
    const rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    incoming.rate = rate
    if (!rate.isAllowed) {
      sorted.refused.push(counted(incoming, rateLimited(rate)))
      continue
    }
    // An envelope has one event; what comes beside it has no id of its own.
    const isFirst = index === 0
    try {
      const accepted = acceptSentryEvent(sent, received, {
        token,
        groups: deps.groups,
        now: deps.now().getTime(),
        personKey: deps.personKey,
        clientId: isFirst ? sorted.clientId : parseHexId(sent.event_id),
        shiftMs,
        attachments: isFirst ? sorted.attachments : undefined,
        repeat,
      })
      stored.push(deps.batcher.add(accepted))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sorted.refused.push(counted(incoming, error))
    }
  }
  return stored
}

async function attachLater({ deps, token }: SentryRequest, { clientId, attachments }: Sorted): Promise<void> {
  const { projectId } = token!
  const isStored = await deps.attach({ projectId, clientId, now: deps.now().getTime() }, attachments)
  if (isStored) return
  deps.outcomes.countOther(projectId, { source: 'unsupported', reason: 'attachment', count: attachments.length })
}

function counted(incoming: SentryRequest, refusal: Refusal): Refusal {
  incoming.countRefusal(refusal)
  return refusal
}

function countSkipped(incoming: SentryRequest, skipped: Received['skipped'], { unsupported, refused }: Sorted): void {
  const { outcomes } = incoming.deps
  const { projectId } = incoming.token!
  for (const { header, isTooLarge } of skipped) {
    if (isTooLarge) {
      refused.push(counted(incoming, new Refusal('payload_too_large')))
      continue
    }
    const category = countedCategoryOf(header.type)
    unsupported.add(category)
    const { item_count: items } = header.fields
    const count = Number.isSafeInteger(items) && (items as number) > 0 ? Math.min(items as number, 1_000_000) : 1
    outcomes.countOther(projectId, { source: 'unsupported', reason: category, count }, incoming.credentials.client)
  }
}

function clientNameOf(incoming: SentryRequest, header: Received['header']): string {
  const { name } = (header.sdk ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : incoming.credentials.client
}

/** A minidump is the event itself, or what its event lacks. */
function addDump(sorted: Sorted): void {
  const dump = sorted.attachments.find(({ kind }) => kind === 'event.minidump')
  const facts = dump && readMinidump(dump.data)
  const sent = sorted.events[0]?.sent ?? {}
  if (facts === undefined || sent.exception !== undefined) return
  sorted.clientId ??= newClientId()
  sorted.events[0] = { sent: eventOfDump(facts, { ...sent, event_id: sorted.clientId }), received: undefined }
}

function attachmentOf({ header: { fields }, payload }: EnvelopeItem): Attachment {
  const { filename: name, content_type: contentType, attachment_type: kind } = fields
  return toAttachment({ name, contentType, kind, data: payload })
}

function newClientId(): HexId {
  return crypto.randomBytes(16).toString('hex') as HexId
}

/** An object; undefined for another value, and for a text that is no JSON. */
function jsonOf(payload: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed = parseLoose(payload)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
