import { readFileSync, writeFileSync } from 'node:fs'
import { hostname, release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Exchange } from '../../sentry/recording-proxy.ts'

/** The requests of one of Sentry's SDKs, as it sent them, with placeholders for project and key. */
interface Recording {
  /** Names the SDK and its version. */
  sdk: string
  /** Milliseconds since 1970: the times in the requests are about then. */
  recorded_at: number
  requests: { path: string; auth?: string; body: string[] }[]
}

const fileOf = (family: string) => fileURLToPath(new URL(`recordings/${family}.json`, import.meta.url))

/**
 * Keeps requests for `replay`. The machine's name, its kernel and the folders become other words of the same length, since
 * envelopes count bytes.
 *
 * @param folders absolute paths of the program and of the SDK
 */
export function record(family: string, dsn: string, exchanges: Exchange[], folders: string[]): void {
  const { username: key, pathname } = new URL(dsn)
  const known = [
    ...folders.map((path): [string, string] => [path, '/srv/shop'.padEnd(path.length, '-').slice(0, path.length)]),
    [hostname(), ''.padEnd(hostname().length, 'h')] as const,
    [release(), '6.1.0'.padEnd(release().length, '-').slice(0, release().length)] as const,
    [key, '{key}'] as const,
  ]
  // PHP escapes the slashes of its JSON.
  const spelled = known.flatMap(([from, to]) => [
    [from, to] as const,
    [from.replaceAll('/', '\\/'), to.replaceAll('/', '\\/')] as const,
  ])
  const hidden = (text: string) => spelled.reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const recording: Recording = {
    sdk: String(exchanges.map(({ headers }) => headers['user-agent']).find(Boolean)),
    recorded_at: Date.now(),
    requests: exchanges.map(({ path, headers, bytes }) => ({
      path: hidden(path).replace(`/api${pathname}/`, '/api/{project}/'),
      ...(headers['x-sentry-auth'] === undefined ? {} : { auth: hidden(String(headers['x-sentry-auth'])) }),
      // Host and port of the server are not the SDK's words; they stand in headers of envelopes, which are not counted.
      body: hidden(bytes.toString('utf8'))
        .replaceAll(/(\{key\}@)[\d.]+:\d+/g, '$1bugle.example.com')
        .split('\n'),
    })),
  }
  writeFileSync(fileOf(family), `${JSON.stringify(recording, null, 2)}\n`)
}

/** Sends what was recorded to a project, as if it were said now; returns the name of the SDK. */
export async function replay(family: string, dsn: string): Promise<string> {
  const { sdk, recorded_at, requests } = JSON.parse(readFileSync(fileOf(family), 'utf8')) as Recording
  const { origin, username: key, pathname } = new URL(dsn)
  const later = Date.now() - recorded_at
  for (const { path, auth, body } of requests) {
    const response = await fetch(
      origin + path.replace('/api/{project}/', `/api${pathname}/`).replaceAll('{key}', key),
      {
        method: 'POST',
        headers: auth === undefined ? {} : { 'X-Sentry-Auth': auth.replaceAll('{key}', key) },
        body: moved(body.join('\n').replaceAll('{key}', key), later),
      },
    )
    expect(response.status).toBe(200)
  }
  return sdk
}

/** Moves every time of a text by some milliseconds; no text of it changes its length. */
function moved(text: string, milliseconds: number): string {
  return text
    .replaceAll(
      /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?/g,
      (_, seconds: string, rest = '') =>
        new Date(Date.parse(`${seconds}Z`) + milliseconds).toISOString().slice(0, 19) + rest,
    )
    .replaceAll(/\b(1[6-9]\d{8})(?=\.\d|[,}\]])/g, (seconds) =>
      String(Number(seconds) + Math.round(milliseconds / 1000)),
    )
}
