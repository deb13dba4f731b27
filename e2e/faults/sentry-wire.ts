import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Project } from '../harness/account.ts'
import { bodyOf } from '../harness/connection.ts'
import type { Random } from '../harness/random.ts'
import { appId, kindCount, type MarkedEvent, typeOfKind } from './marked-event.ts'
import type { Wire } from './wire.ts'

/** The way of Sentry's SDKs: envelopes, half of them compressed. */
export function sentryWire(port: number, keys: readonly { key: string; number: string }[]): Wire {
  const heads = keys.map(
    ({ key, number }) =>
      `POST /api/${number}/envelope/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `X-Sentry-Auth: Sentry sentry_key=${key}, sentry_version=7, sentry_client=sentry.javascript.node/10.0.0\r\n`,
  )
  return {
    makeEvent: makeMarkedSentryEvent,
    headOf: ({ project, body }) => `${heads[project]}${isGzip(body) ? 'Content-Encoding: gzip\r\n' : ''}`,
    status: 200,
    read({ identity, key }, text) {
      const { id } = JSON.parse(bodyOf(text)) as { id?: unknown }
      if (typeof id !== 'string') return `an odd 200: ${text}`
      if (identity !== 'none' && id !== key) return `${id} is not the sender's id ${key}`
      return { eventId: id, issueId: '' }
    },
    pathOf: (project: Project, eventId) => `/api/projects/${project.id}/events/${eventId}` as const,
  }
}

const dayMs = 86_400_000

/** Generates an event of a random kind as Sentry's SDK for Node sends it: fresh, late from an offline store, or without an id. */
function makeMarkedSentryEvent(random: Random, projects: number): MarkedEvent {
  const kind = random.below(kindCount)
  const marker = randomUUID()
  const drawn = random.below(10)
  const identity = drawn === 0 ? 'none' : drawn < 3 ? 'late client id' : 'client id'
  const key = randomUUID().replaceAll('-', '')
  const at = Date.now() - (identity === 'late client id' ? 3 * dayMs : 0)
  const type = typeOfKind(kind)
  const value = `Payment ${random.below(1_000_000)} of ${marker} was refused after ${random.below(9000)} ms`
  const event = {
    ...(identity === 'none' ? {} : { event_id: key }),
    platform: 'node',
    timestamp: at / 1000,
    level: 'error',
    release: `${appId}@1.${random.below(4)}.0`,
    tags: { marker, color: random.pick(['red', 'green', 'blue']) },
    user: { id: `user-${random.below(50)}`, email: 'ann@example.com' },
    extra: { marker },
    breadcrumbs: [{ category: 'fault', message: `before ${marker}`, timestamp: at / 1000 }],
    exception: { values: [{ type, value, ...(kind === 1 ? {} : { stacktrace: stackOf(kind) }) }] },
    ...(kind === 2 ? { fingerprint: ['payments', 'refused'] } : {}),
  }
  const text = JSON.stringify(event)
  const item = `{"type":"event","length":${Buffer.byteLength(text)}}\n${text}\n`
  const envelope = Buffer.from(`${JSON.stringify({ sent_at: new Date().toISOString() })}\n${item}`)
  const body = random.below(2) === 0 ? envelope : gzipSync(envelope)
  return { marker, kind, project: random.below(projects), identity, key, repeat: 1, body }
}

/** Oldest first, as Sentry's SDKs send them. */
function stackOf(kind: number) {
  const frames = [
    ['process.processTicksAndRejections', 'node:internal/process/task_queues', 95, false],
    ['Layer.handle', '/app/node_modules/router/lib/layer.js', 152, false],
    ['Order.book', '/app/src/order.js', 44, true],
    [`settle${kind}`, `/app/src/payments/settle-${kind}.js`, 10 + kind, true],
  ] as const
  return { frames: frames.map(([name, filename, lineno, in_app]) => ({ function: name, filename, lineno, in_app })) }
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f
}
