import { setImmediate } from 'node:timers/promises'
import type { HexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { Refusal } from '../../../refusal.ts'
import { anonymousIdOf } from '../../counters/index.ts'
import { clientKeyOf } from '../../storage/index.ts'
import {
  AppIdMismatch,
  DecodeTurns,
  type DsnRequest,
  type DsnResult,
  IngestRefusal,
  idsOf,
  readBody,
  refuseOverloaded,
} from '../admission/index.ts'
import { type AppendOutcome, prepareEvent } from '../append/index.ts'
import { signals } from './messages.ts'
import { ProtobufError } from './protobuf.ts'
import { eventOfLog, eventsOfSpan, type OtlpContext, type OtlpEvent } from './read-exceptions.ts'
import { type OtlpRecord, recordsOf, TooManyNodes } from './records.ts'

const bodyLimits = { wire: 4 * 1024 * 1024, decoded: 4 * 1024 * 1024 }
/** Records and events that are read, and events that are stored, between two turns of the event loop. */
const perTurn = { records: 500, events: 200 }

interface OtlpContent {
  events: OtlpEvent[]
  /** Records, spans and metrics that are none. */
  others: number
  refused: AppIdMismatch[]
}

/** Takes an export of OTLP/HTTP: its exceptions become events, everything else is counted. */
export function receiveOtlp(incoming: DsnRequest, signal: keyof typeof signals): Promise<DsnResult> {
  return incoming.run(async () => {
    const { deps, request, grow, credentials } = incoming
    const { projectId } = await incoming.admit(credentials.keys, bodyLimits.wire)
    const body = await readBody(request, grow, bodyLimits)
    const { events, others, refused } = await readInTurn(incoming, body, signal)
    const reason = `otlp_${signal.slice(0, -1)}`.replace('trace', 'span')
    if (others > 0) deps.outcomes.countOther(projectId, { source: 'unsupported', reason, count: others })
    for (const refusal of refused) incoming.countRefusal(refusal)
    if (events.length === 0 && refused.length > 0) throw new IngestRefusal(refused[0]!, undefined)
    await storeAll(incoming, events)
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}

/** JSON is parsed in one piece, which takes several times the memory of its text: one export after the other. */
const trees = new DecodeTurns()

async function readInTurn(incoming: DsnRequest, body: Buffer, signal: keyof typeof signals): Promise<OtlpContent> {
  if (!isJson(incoming.request.headers['content-type'])) return readExport(incoming, body, signal)
  let content: OtlpContent | undefined
  await trees.take(0, async () => {
    content = await readExport(incoming, body, signal)
  })
  return content!
}

/** Reads an export in pieces, so that a long one does not hold up other requests. @throws Refusal */
async function readExport(incoming: DsnRequest, body: Buffer, signal: keyof typeof signals): Promise<OtlpContent> {
  const { deps, request } = incoming
  const { projectId, appIds, sentry: settings } = incoming.token!
  const context = {
    appIds,
    anonymousId: (text: string) => anonymousIdOf(deps.personKey, projectId, text),
    settings,
  }
  const content: OtlpContent = { events: [], others: 0, refused: [] }
  let read = 0
  try {
    for (const record of recordsOf(body, isJson(request.headers['content-type']), signals[signal])) {
      const before = content.events.length
      readRecord(record, signal, context, content)
      // A span may have many exceptions.
      read += 1 + content.events.length - before
      if (read >= perTurn.records) {
        read = 0
        await setImmediate()
      }
    }
  } catch (error) {
    if (error instanceof TooManyNodes)
      throw new Refusal('payload_too_large', {
        message: 'The export has more than 400,000 objects and lists.',
      })
    if (!(error instanceof SyntaxError || error instanceof ProtobufError)) throw error
    throw new Refusal('malformed_body', { message: 'The body is no export of OTLP.' })
  }
  return content
}

function readRecord(
  record: OtlpRecord,
  signal: keyof typeof signals,
  context: OtlpContext,
  content: OtlpContent,
): void {
  try {
    const found = signal === 'logs' ? eventOfLog(record, context) : undefined
    if (found !== undefined) return void content.events.push(found)
    // A span is counted, whatever happened in it.
    content.others += 1
    if (signal === 'traces') content.events.push(...eventsOfSpan(record, context))
  } catch (error) {
    if (!(error instanceof AppIdMismatch)) throw error
    content.refused.push(error)
  }
}

/** Answers once all are on disk; an exporter that is refused sends them again, and those stored count once. */
async function storeAll(incoming: DsnRequest, events: readonly OtlpEvent[]): Promise<void> {
  const { deps } = incoming
  const token = incoming.token!
  // These never reject: a rejection that nobody awaits yet would end the process.
  const stored: Promise<AppendOutcome>[] = []
  for (const [index, { event, identity }] of events.entries()) {
    if (index % perTurn.events === perTurn.events - 1) await setImmediate()
    const decision = deps.limiter.take(token.tokenId)
    const rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    if (!rate.isAllowed) {
      await Promise.all(stored)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(rate.resetMs / 1000)) })
    }
    const accepted = prepareEvent({ event }, Buffer.from(JSON.stringify(event)), {
      projectId: token.projectId,
      tokenId: token.tokenId,
      hasArtifacts: token.hasArtifacts,
      id: { eventId: uuidv7obj().toHex() as HexId, key: clientKeyOf(`otlp:${identity}`) },
      now: deps.now().getTime(),
      groups: deps.groups,
    })
    stored.push(deps.batcher.add(accepted))
  }
  for (const outcome of await Promise.all(stored)) idsOf(outcome)
}

export function isJson(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/json') ?? false
}
