import { setImmediate } from 'node:timers/promises'
import type { HexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { Refusal } from '../../../refusal.ts'
import { clientKeyOf } from '../../storage/index.ts'
import { anonymousIdOf } from '../door/accept-event.ts'
import type { DoorAnswer, DoorRequest } from '../door/door.ts'
import { idsOf, refuseOverloaded } from '../ingest.ts'
import { prepareEvent } from '../prepare-event.ts'
import { readBody } from '../read-body.ts'
import { logsRequest, metricsRequest, tracesRequest } from './messages.ts'
import { ProtobufError, readMessage } from './protobuf.ts'
import { type OtlpEvent, readExceptions } from './read-exceptions.ts'

const bodyLimits = { wire: 4 * 1024 * 1024, decoded: 4 * 1024 * 1024 }
const messages = { logs: logsRequest, traces: tracesRequest, metrics: metricsRequest }
/** Events between two turns of the event loop. */
const eventsPerTurn = 200

/** Takes an export of OTLP/HTTP: its exceptions become events, everything else is counted. */
export function receiveOtlp(door: DoorRequest, signal: keyof typeof messages): Promise<DoorAnswer> {
  return door.run(async () => {
    const { deps, request, grow, credentials } = door
    const token = await door.admit(credentials.keys, bodyLimits.wire)
    const body = await readBody(request, request.headers['content-encoding'], grow, bodyLimits)
    const { projectId } = token
    const { events, others } = readExceptions(parse(body, request.headers['content-type'], signal), {
      appIds: token.appIds,
      anonymousId: (text) => anonymousIdOf(deps.secret, projectId, text),
    })
    for (const [reason, count] of Object.entries(others))
      if (count > 0) deps.outcomes.countOther(projectId, { source: 'unsupported', reason: `otlp_${reason}`, count })
    await storeAll(door, events)
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}

/** Answers once all are on disk; an exporter that is refused sends them again, and those stored count once. */
async function storeAll(door: DoorRequest, events: readonly OtlpEvent[]): Promise<void> {
  const { deps } = door
  const token = door.token!
  const stored: Promise<unknown>[] = []
  for (const [index, { event, identity }] of events.entries()) {
    if (index % eventsPerTurn === eventsPerTurn - 1) await setImmediate()
    const decision = deps.limiter.take(token.tokenId)
    const rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    if (!rate.isAllowed) {
      await Promise.allSettled(stored)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(rate.resetMs / 1000)) })
    }
    const accepted = prepareEvent(event, Buffer.from(JSON.stringify(event)), {
      projectId: token.projectId,
      tokenId: token.tokenId,
      hasArtifacts: token.hasArtifacts,
      id: { eventId: uuidv7obj().toHex() as HexId, key: clientKeyOf(`otlp:${identity}`) },
      now: deps.now().getTime(),
      groups: deps.groups,
    })
    stored.push(deps.batcher.add(accepted).then(idsOf))
  }
  await Promise.all(stored)
}

function parse(body: Buffer, contentType: string | undefined, signal: keyof typeof messages): Record<string, unknown> {
  try {
    if (isJson(contentType)) {
      const parsed: unknown = JSON.parse(body.toString('utf8'))
      return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
    }
    return readMessage(body, messages[signal])
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof ProtobufError)) throw error
    throw new Refusal('malformed_body', { message: 'The body is no export of OTLP.' })
  }
}

export function isJson(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/json') ?? false
}
