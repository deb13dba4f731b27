import { epochMsOf, type IngestEvent, type Level, limits, type Platform } from '@bugle/protocol'
import type { EventWithFacts } from '@bugle/sentry-event'
import { levelCode, platformCode } from '../../../db/codes.ts'
import { clockShiftOf } from '../../../lib/clock-shift.ts'
import { dayMs } from '../../../lib/time.ts'
import { Refusal } from '../../../refusal.ts'
import { userKeyOf } from '../../counters/index.ts'
import { groupingInputOf, stackSourceOf } from '../../pipeline/index.ts'
import {
  type AcceptedEvent,
  cleanText,
  countedTags,
  cutScreenshot,
  decodeScreenshot,
  type EventColumns,
  eventFlag,
} from '../../storage/index.ts'
import type { ChosenId } from './event-id.ts'
import type { StoredGroups } from './stored-groups.ts'

export interface PrepareContext {
  projectId: number
  tokenId: number
  /** Whether the project has source maps. */
  hasArtifacts: boolean
  id: ChosenId
  /** Epoch milliseconds. */
  now: number
  groups: StoredGroups
}

/**
 * Turns a valid event into its stored form: columns extracted, group found, screenshot cut out. Pure except for the
 * cache.
 */
export function prepareEvent(sent: EventWithFacts, body: Buffer, context: PrepareContext): AcceptedEvent {
  const { event } = sent
  const screenshot = screenshotOf(event)
  const cut = screenshot && cutScreenshot(body, screenshot)
  const source = stackSourceOf(event, context.hasArtifacts)
  const { groupId, exact, details } = context.groups.find(context.projectId, groupingInputOf(sent), source)
  const userKey = userKeyOf(event.user?.id ?? event.user_id_anon)
  const otherUserKeys = otherUserKeysOf(event, userKey)
  const columns: EventColumns = {
    projectId: context.projectId,
    eventId: context.id.eventId,
    groupId: exact?.groupId ?? groupId,
    coarseGroupId: exact === null ? null : groupId,
    innerGroupId: exact?.innerGroupId ?? null,
    occurredAt: occurredAt(event, context.now),
    receivedAt: context.now,
    level: levelCode[event.level ?? ('error' satisfies Level)],
    platform: platformCode[event.platform as Platform],
    repeat: event.repeat ?? 1,
    flags:
      screenshotFlags(screenshot, cut) |
      handledFlag(event.mechanism?.handled) |
      (otherUserKeys.length > 0 ? eventFlag.users : 0),
    userKey,
    otherUserKeys,
    release: shortText(event.release),
    environment: shortText(event.environment) ?? 'production',
    tags: countedTags(sent),
    clientDrops: (event.client_drops ?? []).map(({ reason, count }) => [cleanText(reason, 64), count]),
    group: details,
  }
  return {
    columns,
    tokenId: context.tokenId,
    key: context.id.key,
    body: cut ?? body,
    screenshot,
  }
}

/** Returns the distinct users an event stands for. */
function otherUserKeysOf({ users }: IngestEvent, userKey: number | null): number[] {
  const keys = new Set((users ?? []).map(({ id }) => userKeyOf(id)!))
  if (userKey !== null) keys.delete(userKey)
  return [...keys]
}

/**
 * Returns the time by the client's clock, corrected if that is wrong, and clamped: nothing happened in the future, nor
 * longer ago than an event may be late.
 */
function occurredAt({ timestamp, sent_at }: IngestEvent, now: number): number {
  if (timestamp === undefined || timestamp === null) return now
  const given = typeof timestamp === 'number' ? (epochMsOf(timestamp) ?? timestamp) : Date.parse(timestamp)
  if (!Number.isFinite(given)) throw new Refusal('invalid_payload', { errors: { timestamp: ['must be a date'] } })
  const corrected = given + clockShiftOf(sent_at, now)
  return Math.trunc(Math.min(now, Math.max(corrected, now - limits.occurredDaysBack * dayMs)))
}

function screenshotFlags(screenshot: Buffer | undefined, cut: Buffer | undefined): number {
  if (screenshot === undefined) return 0
  return cut === undefined ? eventFlag.screenshot | eventFlag.screenshot_in_body : eventFlag.screenshot
}

function handledFlag(handled: boolean | null | undefined): number {
  if (handled === undefined || handled === null) return 0
  return handled ? eventFlag.handled : eventFlag.unhandled
}

function shortText(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : cleanText(text, limits.shortText)
}

function screenshotOf(event: IngestEvent): Buffer | undefined {
  if (event.screenshot === undefined || event.screenshot === null) return undefined
  const bytes = decodeScreenshot(event.screenshot)
  if (bytes === undefined)
    throw new Refusal('invalid_payload', {
      errors: { screenshot: ['must be a JPEG in base64, of at most 20 megapixels'] },
    })
  return bytes
}
