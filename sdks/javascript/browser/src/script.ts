/** `bugle.js`, for pages without a build step: `Bugle.captureException(error)` and everything else in `index.ts`. */
import { advice, attachments, details, getClient, shrinking } from '@bugle/core'
import { callbacks } from './callbacks.ts'
import { clicks } from './clicks.ts'
import type { Early } from './early.ts'
import {
  addBreadcrumb,
  type BrowserOptions,
  captureCheckIn,
  captureException,
  captureFeedback,
  captureMessage,
  close,
  flush,
  setContext,
  setExtra,
  setTag,
  setTags,
  setUser,
  withMonitor,
  withScope,
} from './index.ts'
import { initWith } from './init.ts'
import { reportErrorEvent, reportRejection } from './page-errors.ts'
import { reports } from './reports.ts'

const page = globalThis as { Bugle?: { early?: Early } }
const early = page.Bugle?.early
/** Starts the SDK with the parts that a page with a build adds by a line each. */
function init(options: BrowserOptions): void {
  initWith(options, [details(), shrinking(), advice()])
}

// Listed one by one: a bundler's output for `import *` breaks on a page that extends `Object.prototype`.
const names = {
  addBreadcrumb,
  attachments,
  callbacks,
  captureCheckIn,
  captureException,
  captureFeedback,
  captureMessage,
  clicks,
  close,
  flush,
  init,
  reports,
  setContext,
  setExtra,
  setTag,
  setTags,
  setUser,
  withMonitor,
  withScope,
} satisfies Record<keyof typeof import('./index.ts') | 'attachments' | 'callbacks' | 'clicks' | 'reports', unknown>
const all: Record<string, unknown> = names
page.Bugle = all

if (early !== undefined) {
  early.stop()
  if (early.options.token !== undefined) init(optionsOf(early.options))
  // Calls first: what they set applies to the early errors too.
  for (const [name, given] of early.calls) (all[name] as (...given: unknown[]) => unknown)(...given)
  const client = getClient()
  if (client !== undefined)
    for (const event of early.events)
      client.guard(() =>
        'reason' in event
          ? reportRejection(client, event as PromiseRejectionEvent)
          : reportErrorEvent(client, event as ErrorEvent),
      )
}

/** Converts attributes, which are strings: `true` and `false` become booleans. */
function optionsOf(attributes: Early['options']): BrowserOptions {
  const parseAttribute = (text: string | undefined) => (text === 'false' ? false : text === 'true' || text)
  return Object.fromEntries(Object.entries(attributes).map(([name, text]) => [name, parseAttribute(text)])) as never
}
