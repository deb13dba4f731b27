import { randomUUID } from 'node:crypto'
import type { Random } from '../harness/random.ts'

/** How the server can recognize a retry of the event. */
export type Identity = 'none' | 'uuid v7' | 'uuid v4' | 'idempotency key' | 'client id' | 'late client id'

/** An event that can be found again: its marker is in message, tags and extra. */
export interface MarkedEvent {
  marker: string
  kind: number
  project: number
  identity: Identity
  key: string
  /** How many errors it stands for. */
  repeat: number
  body: Buffer
}

export const kindCount = 20
export const appId = 'com.example.faults'

/** Generates an event of a random kind. Every kind has one fingerprint per project. */
export function makeMarkedEvent(random: Random, projects: number): MarkedEvent {
  const kind = random.below(kindCount)
  const marker = randomUUID()
  const identity = drawIdentity(random)
  const key = identity === 'uuid v7' ? uuidV7() : randomUUID()
  const repeat = kind === 4 ? 3 : 1
  const event = {
    ...(identity === 'uuid v7' || identity === 'uuid v4' ? { event_id: key } : {}),
    ...shapeOf(kind, `Payment ${random.below(1_000_000)} of ${marker} was refused after ${random.below(9000)} ms`),
    ...(repeat === 1 ? {} : { repeat }),
    platform: 'node',
    app_id: appId,
    timestamp: new Date().toISOString(),
    level: 'error',
    release: `shop@1.${random.below(4)}.0`,
    tags: { marker, color: random.pick(['red', 'green', 'blue']) },
    user: { id: `user-${random.below(50)}` },
    extra: { marker },
    breadcrumbs: [{ category: 'fault', message: `before ${marker}`, ts: Date.now() }],
    ...(random.below(50) === 0 ? { screenshot: tinyJpeg } : {}),
  }
  return {
    marker,
    kind,
    project: random.below(projects),
    identity,
    key,
    repeat,
    body: Buffer.from(JSON.stringify(event)),
  }
}

/** `Fault07Error` for kind 7: the type identifies the issue. */
export function typeOfKind(kind: number): string {
  return `Fault${String(kind).padStart(2, '0')}Error`
}

function drawIdentity(random: Random): Identity {
  const drawn = random.below(10)
  if (drawn < 5) return 'none'
  if (drawn < 7) return 'uuid v7'
  return drawn < 8 ? 'uuid v4' : 'idempotency key'
}

/** Most kinds have a V8 stack of their own; a few are grouped by other rules. */
function shapeOf(kind: number, message: string) {
  const exception_type = typeOfKind(kind)
  if (kind === 1) return { exception_type, message }
  if (kind === 2) return { exception_type, message, fingerprint: ['payments', 'refused'] }
  const stack = [
    `${exception_type}: ${message}`,
    `    at settle${kind} (/app/src/payments/settle-${kind}.js:${10 + kind}:7)`,
    '    at Order.book (/app/src/order.js:44:11)',
    '    at Layer.handle (/app/node_modules/router/lib/layer.js:152:17)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  ]
  return { exception_type, message, stack: kind === 3 ? stack : stack.join('\n') }
}

function uuidV7(): string {
  const random = randomUUID()
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** The smallest valid JPEG: one grey pixel. */
const tinyJpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q=='
