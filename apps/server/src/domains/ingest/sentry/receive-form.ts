import { randomBytes } from 'node:crypto'
import type { HexId } from '@bugle/protocol'
import { parseHexId, toUuid } from '@bugle/protocol'
import { parseLoose } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { type FormPart, parseForm } from '../../artifacts/index.ts'
import { type Attachment, maxAttachmentBytes, maxAttachments } from '../../storage/index.ts'
import { type DsnResult, readBody } from '../admission/index.ts'
import { takeSpaceFor, toAttachment } from '../items/index.ts'
import { maxDumpBytes, maxEnvelopeBytes } from './item-kinds.ts'
import { eventOfDump, isMinidump, readMinidump } from './minidump.ts'
import type { SentryRequest } from './sentry-request.ts'
import { storeEvents } from './store-received.ts'

const formLimits = { wire: maxEnvelopeBytes, decoded: maxEnvelopeBytes }

/** Takes a minidump of a crashed native program, with the event that it carries in its fields. */
export function receiveMinidump(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    await incoming.admit(incoming.credentials.keys, formLimits.wire)
    const parts = await readForm(incoming)
    const dump = parts.find(({ name }) => name === 'upload_file_minidump')
    if (dump === undefined || !isMinidump(dump.bytes))
      throw new Refusal('invalid_payload', { errors: { upload_file_minidump: ['must be a minidump'] } })
    if (dump.bytes.length > maxDumpBytes) throw new Refusal('payload_too_large')
    const facts = readMinidump(dump.bytes)
    if (facts === undefined) throw new Refusal('invalid_payload', { errors: { upload_file_minidump: ['is damaged'] } })
    const fields = fieldsOf(parts)
    const clientId = parseHexId(fields.event_id) ?? (randomBytes(16).toString('hex') as HexId)
    const sent = eventOfDump(facts, { ...fields, event_id: clientId, timestamp: incoming.deps.now().getTime() / 1000 })
    const files = parts.filter((part) => part.filename !== undefined && part !== dump)
    const result = await storeEvents(
      incoming,
      [{ sent, received: undefined }],
      [
        { name: 'minidump.dmp', contentType: 'application/x-minidump', kind: 'event.minidump', data: dump.bytes },
        ...toAttachments(files),
      ],
    )
    // Crashpad wants the id with hyphens.
    return { ...result, clientId: toUuid(clientId) as HexId }
  })
}

/** Takes files for an event that was sent before. */
export function receiveAttachments(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    const { projectId } = await incoming.admit(incoming.credentials.keys, formLimits.wire)
    const clientId = parseHexId(/\/events\/([^/?]+)\/attachments/.exec(incoming.request.url!)?.[1])
    const attachments = toAttachments(await readForm(incoming))
    takeSpaceFor(incoming, attachments)
    const { deps } = incoming
    const isAttached = await deps.attach({ projectId, clientId, now: deps.now().getTime() }, attachments)
    if (!isAttached) throw new Refusal('not_found')
    return { clientId, rate: undefined, stop: undefined }
  })
}

async function readForm(incoming: SentryRequest): Promise<FormPart[]> {
  const { request, grow } = incoming
  const body = await readBody(request, grow, formLimits)
  const parts = parseForm(body, request.headers['content-type'] ?? '')
  if (parts === undefined) throw new Refusal('malformed_body', { message: 'The body is no multipart/form-data.' })
  return parts
}

function toAttachments(parts: readonly FormPart[]): Attachment[] {
  return parts
    .filter(({ filename, bytes }) => filename !== undefined && bytes.length <= maxAttachmentBytes)
    .slice(0, maxAttachments - 1)
    .map(({ filename, bytes }) => toAttachment({ name: filename, data: Buffer.from(bytes) }))
}

/** The event in `sentry` as JSON, in `sentry__1`, `sentry__2` … as its pieces, or in `sentry[release]` by field. */
function fieldsOf(parts: readonly FormPart[]): Record<string, unknown> {
  const texts = new Map(
    parts.filter((part) => part.filename === undefined).map(({ name, bytes }) => [name, bytes.toString('utf8')]),
  )
  const pieces = [...texts.keys()].filter((name) => /^sentry__\d+$/.test(name))
  pieces.sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
  const whole = texts.get('sentry') ?? (pieces.length > 0 ? pieces.map((name) => texts.get(name)).join('') : undefined)
  const event = whole === undefined ? {} : objectOf(whole)
  for (const [name, text] of texts) {
    const path = [...name.matchAll(/\[([^\]]{1,100})\]/g)].map(([, key]) => key!)
    if (name.startsWith('sentry[') && path.length > 0 && path.length < 10) put(event, path, text)
  }
  return event
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed = parseLoose(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
  } catch {
    return {}
  }
}

function put(target: Record<string, unknown>, [key, ...rest]: string[], text: string): void {
  if (key === undefined || key === '__proto__') return
  if (rest.length === 0) {
    target[key] = text
    return
  }
  const inner = target[key]
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  target[key] = next
  put(next as Record<string, unknown>, rest, text)
}
