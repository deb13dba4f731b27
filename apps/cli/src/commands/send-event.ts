import { readFile } from 'node:fs/promises'
import type { Platform } from '@bugle/protocol/vocabulary'
import type { AnyOptions, Context } from '../context.ts'
import { userAgent } from '../context.ts'
import { misuse } from '../failure.ts'
import { type IngestEvent, requireIngestToken, sendEvent } from '../ingest.ts'
import { issueAddress } from '../issue-ids.ts'
import { withoutUndefined } from '../without-undefined.ts'

interface SendOptions extends AnyOptions {
  ingestToken?: string
  type: string
  message: string
  stack?: string
  platform: Platform
  level?: 'fatal' | 'error' | 'warning' | 'info'
  appId?: string
  environment?: string
  file?: string
}

/** Sends an event, and prints its ids and the address of its issue. */
export async function run(context: Context, options: SendOptions): Promise<void> {
  const token = requireIngestToken(context, options.ingestToken)
  const event = options.file === undefined ? await makeEvent(context, options) : await readEventFile(options.file)
  const acknowledged = await sendEvent(context, token, event)
  const url = issueAddress(context, acknowledged.issue_id)
  context.output.result({ ...acknowledged, url }, () =>
    [`Event  ${acknowledged.event_id}`, `Issue  ${acknowledged.issue_id}`, url].join('\n'),
  )
}

async function makeEvent(context: Context, options: SendOptions): Promise<IngestEvent> {
  const { settings } = context
  const { type, message, stack, platform, level, environment } = options
  const optional = {
    level,
    environment,
    release: settings.release?.value,
    dist: settings.dist?.value,
    stack: stack === undefined ? undefined : await readFile(stack, 'utf8'),
  }
  return {
    exception_type: type,
    message,
    platform,
    app_id: options.appId ?? (await context.project()).app_id,
    sdk: { name: userAgent.split('/')[0]!, version: userAgent.split(/[/ ]/)[1]! },
    ...withoutUndefined(optional),
  }
}

async function readEventFile(path: string): Promise<IngestEvent> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as IngestEvent
  } catch (error) {
    if (error instanceof SyntaxError) throw misuse(`${path} is not valid JSON.`)
    throw error
  }
}
