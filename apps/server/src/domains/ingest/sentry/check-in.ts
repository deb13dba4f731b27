import { parseBounded } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { readCheckIn } from '../../health/index.ts'
import { asKey, type DsnResult, IngestRefusal, readBody } from '../admission/index.ts'
import { isWithinLimit, keyOf, type Limited } from '../items/index.ts'
import { ItemsLimited } from './items-limited.ts'
import type { SentryRequest } from './sentry-request.ts'

const bodyLimits = { wire: 100 * 1024, decoded: 100 * 1024 }

/** Takes a check-in by its address alone, as `curl` in a crontab sends it. */
export function receiveCheckIn(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    const { request, query, deps } = incoming
    // `/api/42/cron/nightly/KEY`: the key may be a part of the path.
    const [, slug = '', pathKey] = /\/cron\/([^/?]+)(?:\/([^/?]+))?/.exec(request.url!) ?? []
    const own = asKey(pathKey)
    const token = await incoming.admit(own === undefined ? incoming.credentials.keys : [own], bodyLimits.wire)
    const body = request.method === 'GET' ? {} : await readFields(incoming)
    const duration = query.get('duration')
    const sent = {
      status: query.get('status') ?? undefined,
      check_in_id: query.get('check_in_id') ?? undefined,
      environment: query.get('environment') ?? undefined,
      duration: duration === null ? undefined : Number(duration),
      ...body,
      monitor_slug: decodeURIComponent(slug),
    }
    const { 'idempotency-key': given } = request.headers
    const key = typeof given === 'string' && given !== '' ? keyOf(['idempotency-key', slug, given]) : undefined
    const read = readCheckIn(sent, { projectId: token.projectId, at: deps.now().getTime(), key })
    if (read === undefined)
      throw new Refusal('invalid_payload', { errors: { status: ['must be in_progress, ok or error'] } })
    const limited: Limited = new Map()
    if (!isWithinLimit(incoming, read, limited)) throw new IngestRefusal(new ItemsLimited(limited), undefined)
    await deps.health.add([read])
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}

async function readFields(incoming: SentryRequest): Promise<Record<string, unknown>> {
  const { request, grow } = incoming
  const body = await readBody(request, grow, bodyLimits)
  const text = body.toString('utf8').trim()
  if (text === '') return {}
  try {
    const fields = parseBounded(text)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return fields as Record<string, unknown>
  } catch {
    // The refusal is the same as for another value.
  }
  throw new Refusal('malformed_body')
}
