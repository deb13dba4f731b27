import { newReporter, numberOf, type Reporter } from './reporter.ts'
import type { TestResponse, TestServer } from './start-server.ts'

/** An item of an envelope: its type and its content. */
export type Item = [type: string, payload: unknown]

/** A project, and a sender of envelopes that has the key of a DSN. */
export interface SentryApp extends Reporter {
  number: number
  key: string
  dsn: string
  /** Sends an envelope, whatever the response. */
  post(items: readonly Item[], headers?: Record<string, string>): Promise<TestResponse<unknown>>
}

export async function newSentryApp(server: TestServer): Promise<SentryApp> {
  return newSentryAppOf(server, await newReporter(server))
}

/** Creates the key of a DSN for a project. */
export async function newSentryAppOf(server: TestServer, app: Reporter): Promise<SentryApp> {
  const number = numberOf(app)
  const path = `/api/projects/${app.project.id}/dsn-keys` as const
  const { key, dsn } = (await app.session.request('POST', path, { body: { label: 'tests' } })).body
  return {
    ...app,
    number,
    key,
    dsn,
    post: (items, headers = {}) => {
      const lines = ['{}', ...items.flatMap(([type, payload]) => [JSON.stringify({ type }), JSON.stringify(payload)])]
      return server.request('POST', `/api/${number}/envelope?sentry_key=${key}`, {
        rawBody: lines.join('\n'),
        headers,
      })
    },
  }
}
