import type { IncomingMessage } from 'node:http'
import { type AttachmentAcknowledgement, IngestAttachmentQuery } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { type ItemDeps, takeSpaceFor, toAttachment } from '../items/index.ts'
import { checkOf } from './field-problems.ts'
import { checkAppId, eventIdOf, type ItemRequest, noSuchEvent, receiveItem } from './receive-item.ts'
import type { Taken } from './taken.ts'

const query = checkOf<IngestAttachmentQuery>(IngestAttachmentQuery)

/** Takes a file of an event from its request to the disk. @throws IngestRefusal */
export async function receiveAttachment(deps: ItemDeps, request: IncomingMessage): Promise<Taken> {
  const { taken, rate } = await receiveItem({ deps, request, space: 'freeSpace' }, takeAttachment)
  return { body: JSON.stringify(taken), rate }
}

async function takeAttachment(incoming: ItemRequest): Promise<AttachmentAcknowledgement> {
  const { deps, request, token, body: data } = incoming
  const sent = Object.fromEntries(new URLSearchParams(request.url!.slice(request.url!.indexOf('?') + 1)))
  if (!query.accepts(sent)) throw new Refusal('invalid_payload', { errors: query.problemsOf(sent) })
  checkAppId(token, sent.app_id)
  const clientId = eventIdOf(sent.event_id, token)
  if (data.length === 0) throw new Refusal('invalid_payload', { errors: { body: ['must not be empty'] } })
  const file = toAttachment({ name: sent.name, contentType: sent.type ?? request.headers['content-type'], data })
  takeSpaceFor(incoming, [file])
  const { projectId } = token
  if (!(await deps.attach({ projectId, clientId, now: deps.now().getTime() }, [file]))) throw noSuchEvent()
  return { name: file.name }
}
