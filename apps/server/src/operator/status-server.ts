import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ObjectsState } from '../domains/objects/index.ts'
import type { DigestState } from '../domains/pipeline/index.ts'
import { render, type Snapshot } from './metrics.ts'
import { maySeeMetrics } from './metrics-access.ts'

/** State of the worker. */
export interface WorkerReport {
  snapshot: Snapshot
  /** Metrics of the installation, for a worker without ingest processes next to it. */
  installation: Snapshot
  /** Undefined while the database is unreachable. */
  digest: DigestState | undefined
  /** Whether the object store responds; undefined if there is none. */
  objects: ObjectsState | undefined
}

export interface StatusOptions {
  host: string
  port: number
  metricsToken: string | undefined
  isStopping: () => boolean
  /** Undefined if the worker does not respond. */
  readReport: () => Promise<WorkerReport | undefined>
  /** Returns the metrics of the supervisor. */
  measure: () => Promise<Snapshot>
}

export interface StatusServer {
  close(): void
}

type StatusResponse = [status: number, body: string, type?: string]

/**
 * Serves the state of a separate worker: `/healthz`, `/readyz`, `/metrics`. No traffic is routed to it, so unlike an
 * ingest process it may report a failing digest as not ready.
 */
export async function serveStatus(options: StatusOptions): Promise<StatusServer> {
  const { host, port, metricsToken, isStopping, readReport, measure } = options

  async function readiness(): Promise<StatusResponse> {
    const report = isStopping() ? undefined : await readReport()
    const { digest, objects } = report ?? {}
    const isReady = digest === 'ok' || digest === 'behind'
    return [isReady ? 200 : 503, JSON.stringify({ status: isReady ? 'ready' : 'unavailable', digest, objects })]
  }

  async function metrics(): Promise<StatusResponse> {
    const report = await readReport()
    const parts = report === undefined ? [] : [report.snapshot, report.installation]
    return [200, await render([await measure(), ...parts]), 'text/plain; version=0.0.4; charset=utf-8']
  }

  const server = createServer({ headersTimeout: 15_000, requestTimeout: 15_000 }, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://status')
    const isAllowed = () =>
      maySeeMetrics({ address: request.socket.remoteAddress, headers: request.headers }, metricsToken)
    const result: StatusResponse = await (async (): Promise<StatusResponse> => {
      if (pathname === '/healthz') return [200, '{"status":"ok"}']
      if (pathname === '/readyz') return readiness()
      return pathname === '/metrics' && isAllowed() ? metrics() : [404, '{"code":"not_found"}']
    })()
    const [status, body, type = 'application/json; charset=utf-8'] = result
    response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
