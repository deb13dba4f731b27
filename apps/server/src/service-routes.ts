import { timingSafeEqual } from 'node:crypto'
import { Health, Readiness } from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import type { Database } from './db/database.ts'
import { queueState } from './domains/events/index.ts'
import { jobsState } from './domains/jobs/index.ts'
import { type App, bearerOf, endpoint } from './http/index.ts'
import type { HttpMetrics } from './metrics.ts'
import { Refusal } from './refusal.ts'

export interface ServiceDeps {
  database: Database
  metrics: HttpMetrics
  /** What /metrics asks for; without it only loopback is answered. */
  metricsToken: string | undefined
  isDraining: () => boolean
}

/** Health, readiness and metrics. */
export function mountServiceRoutes(app: App, { database, metrics, metricsToken, isDraining }: ServiceDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/healthz',
    summary: 'Whether the process lives',
    tag: 'Service',
    access: 'public',
    answer: Health,
    handler: async () => ({ status: 'ok' as const }),
  })
  endpoint(app, {
    method: 'GET',
    url: '/readyz',
    summary: 'Whether requests are taken',
    tag: 'Service',
    access: 'public',
    answer: Readiness,
    handler: async () => {
      if (isDraining()) throw new Refusal('unavailable', { retryAfterSeconds: 5 })
      await database.pool.query('select 1')
      return { status: 'ready' as const }
    },
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isAllowed(request, metricsToken)) throw new Refusal('not_found')
    metrics.setQueue(await queueState(database.pool))
    metrics.setJobs(await jobsState(database.pool))
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

function isAllowed({ ip, headers }: FastifyRequest, token: string | undefined): boolean {
  // A proxy on this machine makes everybody look like loopback.
  if (token === undefined) return isLoopback(ip) && headers['x-forwarded-for'] === undefined
  if (headers.authorization === undefined) return false
  const given = Buffer.from(bearerOf(headers.authorization))
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'
}
