#!/usr/bin/env node
/**
 * `npx bugle-node test` sends an event with the settings of a program, and says what to mend if it does not arrive; with
 * an API token it reads the event back.
 */
import { parseArgs } from 'node:util'
import { adviceFor, ingestUrl, read } from '@bugle/core'
import { version } from './version.ts'

const usage = `Usage: npx bugle-node test [--token bgl_live_…] [--endpoint https://…] [--app-id …] [--api-token bgl_api_…]

Sends an event as your program would, and says what to mend if it does not arrive. Settings that are not given are read from
BUGLE_TOKEN, BUGLE_ENDPOINT, BUGLE_APP_ID and BUGLE_API_TOKEN. With an API token, the event is read back.`

const message = 'A test of Bugle'
/** Statuses that end by themselves. */
const passing: Record<number, string> = {
  429: ': too many requests for this token',
  503: ': the server is starting, busy or full',
}
/** A busy server has an event for seconds before it can be read. */
const attempts = 150
const pauseMs = 200

interface Settings {
  token: string
  endpoint: string
  appId: string
  apiToken: string | undefined
}

/** Returns the exit code. */
async function main(): Promise<number> {
  const settings = settingsOf(process.argv.slice(2))
  if (settings === undefined) {
    console.error(usage)
    return 2
  }
  const url = ingestUrl(settings.endpoint)
  console.log(`endpoint: ${url}, app id: ${settings.appId}`)
  const id = await send(url, settings)
  if (id === undefined) return 1
  return settings.apiToken === undefined || (await readBack(url, settings.apiToken, id)) ? 0 : 1
}

function settingsOf(args: string[]): Settings | undefined {
  const { env } = process
  try {
    const option = { type: 'string' } as const
    const options = { token: option, endpoint: option, 'app-id': option, 'api-token': option }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const token = values.token ?? env.BUGLE_TOKEN
    const endpoint = values.endpoint ?? env.BUGLE_ENDPOINT
    const appId = values['app-id'] ?? env.BUGLE_APP_ID
    if (positionals.join() !== 'test' || !token || !endpoint || !appId) return undefined
    return { token, endpoint, appId, apiToken: values['api-token'] ?? env.BUGLE_API_TOKEN }
  } catch {
    return undefined
  }
}

/** Returns the id of the event; undefined if it was not accepted. */
async function send(url: string, { token, appId }: Settings): Promise<string | undefined> {
  const event = {
    exception_type: 'BugleTest',
    message,
    platform: 'node',
    app_id: appId,
    level: 'info',
    mechanism: { type: 'test', handled: true },
    sdk: { name: '@bugle/node', version },
  }
  try {
    const headers = { 'Content-Type': 'application/json', 'X-Service-Token': token }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(event), redirect: 'manual' })
    const { status } = response
    const body: unknown = await response.json().catch(() => undefined)
    const id = read(body, 'event_id')
    if (status === 202 && typeof id === 'string') {
      console.log(`the server has event ${id}`)
      return id
    }
    const location = response.headers.get('Location') ?? undefined
    const said = read(body, 'message')
    console.error(`${url} answered ${status}${passing[status] ?? adviceFor(url, status, location)}`)
    if (typeof said === 'string') console.error(said)
  } catch (error) {
    console.error(`${url} answered nothing${adviceFor(url, 0)}`)
    console.error(String(read(error, 'cause') ?? error))
  }
  return undefined
}

async function readBack(url: string, apiToken: string, id: string): Promise<boolean> {
  const address = `${url.replace(/(\/api)?\/ingest$/, '')}/api/events/${id}`
  let found: unknown
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${apiToken}` } })
    found = await response.json().catch(() => undefined)
    if (read(found, 'code') !== 'not_found') break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const event = read(found, 'event')
  if (read(event, 'message') === message) {
    console.log(`read it back: issue ${read(event, 'issue_id')}`)
    return true
  }
  console.error(`the event could not be read back: ${read(found, 'message') ?? 'no response'}`)
  return false
}

void main().then((code) => {
  process.exitCode = code
})
