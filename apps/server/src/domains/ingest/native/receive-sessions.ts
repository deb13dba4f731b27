import type { IncomingMessage } from 'node:http'
import { IngestSessions, limits, SessionCount, SessionReport, type SessionsAcknowledgement } from '@bugle/protocol'
import Type from 'typebox'
import { clockShiftOf } from '../../../lib/clock-shift.ts'
import { Refusal } from '../../../refusal.ts'
import { type LimitedItem, toSessionItem, toSessionSums } from '../../health/index.ts'
import { IngestRefusal, parseJson } from '../admission/index.ts'
import { type ItemDeps, isWithinLimit, keyOf, type Limited } from '../items/index.ts'
import { checkOf } from './field-problems.ts'
import { checkAppId, countRefusal, type ItemRequest, itemsLimited, receiveItem } from './receive-item.ts'
import type { Taken } from './taken.ts'

/** Entries are checked one by one: a wrong one is refused alone. */
const entries = Type.Optional(Type.Union([Type.Array(Type.Unknown(), { maxItems: limits.sessionItems }), Type.Null()]))
const outer = checkOf<Omit<IngestSessions, 'sessions' | 'counts'> & { sessions?: unknown[]; counts?: unknown[] }>(
  Type.Object({ ...IngestSessions.properties, sessions: entries, counts: entries }),
)
const session = checkOf<SessionReport>(SessionReport)
const count = checkOf<SessionCount>(SessionCount)

/** Takes sessions, and sums of sessions, from their request to the disk. @throws IngestRefusal */
export async function receiveSessions(deps: ItemDeps, request: IncomingMessage): Promise<Taken> {
  const { taken, rate } = await receiveItem({ deps, request, space: 'healthSpace' }, takeSessions)
  return { body: JSON.stringify(taken satisfies SessionsAcknowledgement), rate }
}

async function takeSessions(incoming: ItemRequest): Promise<SessionsAcknowledgement> {
  const { deps, token, rate, body } = incoming
  const sent = parseJson(body)
  if (!outer.accepts(sent)) throw new Refusal('invalid_payload', { errors: outer.problemsOf(sent) })
  checkAppId(token, sent.app_id)
  const { projectId } = token
  const at = deps.now().getTime()
  const { release, environment } = sent
  const sender = { projectId, at, release, environment, shiftMs: clockShiftOf(sent.sent_at, at) }
  const errors: Record<string, string[]> = {}
  const read = (list: 'sessions' | 'counts', toItem: (entry: unknown) => LimitedItem) =>
    (sent[list] ?? []).flatMap((entry, index) => {
      try {
        return toItem(entry)
      } catch (error) {
        if (!(error instanceof Refusal) || error.errors === undefined) throw error
        countRefusal(deps, projectId, error)
        const [field, problems] = Object.entries(error.errors)[0]!
        errors[field === 'body' ? `${list}.${index}` : `${list}.${index}.${field}`] = problems
        return []
      }
    })
  const items = [
    ...read('sessions', (entry) => toSessionItem(checked(session, entry), sender)),
    ...read('counts', (entry) => {
      const sum = checked(count, entry)
      return toSessionSums(sum, { ...sender, key: keyOf(['sessions', sum.id.replaceAll('-', '').toLowerCase()]) })
    }),
  ]
  if (items.length === 0 && Object.keys(errors).length === 0)
    throw new Refusal('invalid_payload', { errors: { sessions: ['must not be empty'] } })
  const limited: Limited = new Map()
  const kept = items.filter((item) => isWithinLimit(incoming, item, limited))
  if (kept.length === 0 && limited.size > 0) throw new IngestRefusal(itemsLimited(limited), rate)
  // They are counted already.
  if (kept.length === 0) throw new IngestRefusal(new Refusal('invalid_payload', { errors }), rate)
  await deps.health.add(kept)
  return { accepted: kept.length, ...(Object.keys(errors).length > 0 ? { errors } : {}) }
}

function checked<T>({ accepts, problemsOf }: ReturnType<typeof checkOf<T>>, entry: unknown): T {
  if (accepts(entry)) return entry
  throw new Refusal('invalid_payload', { errors: problemsOf(entry) })
}
