import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FeedbackAcknowledgement, IngestFeedback, parseHexId, toUuid } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { toFeedbackItem } from '../../health/index.ts'
import { decodeScreenshot } from '../../storage/index.ts'
import { parseJson } from '../admission/index.ts'
import { type ItemDeps, keyOf, takeSpaceFor, toAttachment } from '../items/index.ts'
import { checkOf } from './field-problems.ts'
import { checkAppId, eventIdOf, type ItemRequest, idempotencyKeyOf, receiveItem, storeItem } from './receive-item.ts'
import type { Taken } from './taken.ts'

const feedback = checkOf<IngestFeedback>(IngestFeedback)

/** Takes the feedback of a person from its request to the disk. @throws IngestRefusal */
export async function receiveFeedback(deps: ItemDeps, request: IncomingMessage): Promise<Taken> {
  const { taken, rate } = await receiveItem({ deps, request, space: 'healthSpace' }, takeFeedback)
  return { body: JSON.stringify(taken), rate }
}

async function takeFeedback(incoming: ItemRequest): Promise<FeedbackAcknowledgement> {
  const { deps, request, token, body } = incoming
  const sent = parseJson(body)
  if (!feedback.accepts(sent)) throw new Refusal('invalid_payload', { errors: feedback.problemsOf(sent) })
  checkAppId(token, sent.app_id)
  const event = sent.event_id == null ? undefined : eventIdOf(sent.event_id, token)
  const picture = screenshotOf(sent)
  const id = idOf(sent, request)
  const { projectId } = token
  const now = deps.now().getTime()
  const item = toFeedbackItem(sent, { id, eventId: event && toUuid(event) }, { projectId, at: now })
  if (picture !== undefined) {
    // Before the words: where it has no room, the request is refused as a whole, and sent again.
    const files = [toAttachment({ name: 'screenshot.jpg', contentType: 'image/jpeg', data: picture })]
    takeSpaceFor(incoming, files)
    if (!(await deps.attach({ projectId, clientId: event, now }, files)))
      deps.outcomes.countOther(projectId, { source: 'unsupported', reason: 'attachment', count: 1 })
  }
  await storeItem(incoming, item)
  return { feedback_id: id }
}

/** Returns the id of the feedback, the same for every attempt. */
function idOf({ id }: IngestFeedback, request: IncomingMessage): string {
  const given = parseHexId(id)
  if (given !== undefined) return toUuid(given)
  const key = idempotencyKeyOf(request)
  return key === undefined ? randomUUID() : toUuid(keyOf(['feedback', key]))
}

function screenshotOf({ screenshot, event_id }: IngestFeedback): Buffer | undefined {
  if (screenshot == null) return undefined
  const picture = decodeScreenshot(screenshot)
  if (picture === undefined) throw wrong('must be a JPEG in base64, of at most 20 megapixels')
  if (event_id == null) throw wrong('is a file of an event, and needs event_id')
  return picture
}

function wrong(problem: string): Refusal {
  return new Refusal('invalid_payload', { errors: { screenshot: [problem] } })
}
