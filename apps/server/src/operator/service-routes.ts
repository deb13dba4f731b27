import { Health, Readiness } from '@bugle/protocol'
import { type App, endpoint } from '../http/index.ts'
import { Refusal } from '../refusal.ts'
import type { InstallationState } from './installation-state.ts'
import { installationSnapshot, render, type Snapshot } from './metrics.ts'
import { maySeeMetrics } from './metrics-access.ts'

export interface ServiceDeps {
  /** Rejects while the database is unreachable. */
  readInstallationState: () => Promise<InstallationState>
  /** Returns the metrics of this process and of the others. */
  measure: () => Promise<Snapshot[]>
  /** Token that /metrics requires; without one only requests from this machine are served. */
  metricsToken: string | undefined
  isDraining: () => boolean
}

/** Mounts `/healthz`, `/readyz` and `/metrics` of an ingest process. */
export function mountServiceRoutes(app: App, deps: ServiceDeps): void {
  const { readInstallationState, measure, metricsToken, isDraining } = deps
  endpoint(app, {
    method: 'GET',
    url: '/healthz',
    summary: 'Check that the process is alive',
    tag: 'Service',
    access: 'public',
    response: Health,
    handler: async () => ({ status: 'ok' as const }),
  })
  endpoint(app, {
    method: 'GET',
    url: '/readyz',
    summary: 'Check that requests are accepted',
    description:
      'A failing digest is reported without a 503: events are still accepted and stored, and digested later. So is an object store that does not respond: packing waits for it.',
    tag: 'Service',
    access: 'public',
    response: Readiness,
    handler: async () => {
      if (isDraining()) throw new Refusal('unavailable', { retryAfterSeconds: 5 })
      const { digest, objects } = await readInstallationState()
      return { status: 'ready' as const, digest, ...(objects === undefined ? {} : { objects }) }
    },
  })
  app.get('/metrics', { schema: { hide: true } }, async ({ ip, headers }, reply) => {
    if (!maySeeMetrics({ address: ip, headers }, metricsToken)) throw new Refusal('not_found')
    const installation = await installationSnapshot(await readInstallationState().catch(() => undefined))
    const text = await render([...(await measure()), installation])
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}
