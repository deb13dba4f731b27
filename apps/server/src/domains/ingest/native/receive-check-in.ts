import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CheckInAcknowledgement, IngestCheckIn, toUuid } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { toCheckInItem } from '../../health/index.ts'
import { parseJson } from '../admission/index.ts'
import { type ItemDeps, keyOf } from '../items/index.ts'
import { checkOf } from './field-problems.ts'
import { checkAppId, type ItemRequest, idempotencyKeyOf, receiveItem, storeItem } from './receive-item.ts'
import type { Taken } from './taken.ts'

const checkIn = checkOf<IngestCheckIn>(IngestCheckIn)

/** Takes a check-in of a scheduled job from its request to the disk. @throws IngestRefusal */
export async function receiveCheckIn(deps: ItemDeps, request: IncomingMessage): Promise<Taken> {
  const { taken, rate } = await receiveItem({ deps, request, space: 'healthSpace' }, takeCheckIn)
  return { body: JSON.stringify(taken), rate }
}

async function takeCheckIn(incoming: ItemRequest): Promise<CheckInAcknowledgement> {
  const { deps, request, token, body } = incoming
  const sent = parseJson(body)
  if (!checkIn.accepts(sent)) throw new Refusal('invalid_payload', { errors: checkIn.problemsOf(sent) })
  checkAppId(token, sent.app_id)
  const given = idempotencyKeyOf(request)
  const key = given === undefined ? undefined : keyOf(['check_in', sent.monitor, given])
  // An end without an id is one of the run that started last, which the worker knows.
  const id = sent.check_in_id ?? (sent.status === 'in_progress' ? (key && toUuid(key)) || randomUUID() : null)
  const item = toCheckInItem(
    { ...sent, check_in_id: id },
    // One with an id is recognized by that.
    { projectId: token.projectId, at: deps.now().getTime(), key: id === null ? key : undefined },
  )
  await storeItem(incoming, item)
  return { check_in_id: item.checkInId }
}
