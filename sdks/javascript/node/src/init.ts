import { AsyncLocalStorage } from 'node:async_hooks'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  advice,
  attachments,
  breadcrumbs,
  type Client,
  createClient as connect,
  consoleBreadcrumbs,
  countUsers,
  debugIds,
  details,
  filters,
  folding,
  type Integration,
  numberOr,
  type Options,
  Scope,
  type ScopeCarrier,
  shrinking,
  start,
  storing,
} from '@bugle/core'
import { nodeContexts, withDetected } from './contexts.ts'
import { httpBreadcrumbs } from './http-breadcrumbs.ts'
import { programEnd, setReferencedTimer, uncaughtErrors } from './process-errors.ts'
import { sessions } from './sessions.ts'
import { sourceLines } from './source-lines.ts'
import { directoryStore } from './store.ts'
import { threads } from './threads.ts'
import { nodeTransport } from './transport.ts'
import { version } from './version.ts'

export interface NodeOptions extends Options {
  /**
   * Directory for events that outlive the program; by default one of the current user's, below the temporary directory.
   * `false`: memory only.
   */
  storeDirectory?: string | false | undefined
  /** Most milliseconds that sending may delay the end of the program. Default 2000. */
  exitTimeoutMs?: number | undefined
  /** `false` sends no source lines around frames. */
  sourceLines?: boolean | undefined
  /** Additional integrations, such as `localVariables` of `@bugle/node/local-variables`. */
  integrations?: Integration[] | undefined
}

/**
 * Starts the SDK; call it as early in the program as possible. Uncaught errors and unhandled rejections are reported,
 * and the program ends as it would without Bugle.
 *
 * @example
 * import { init } from '@bugle/node'
 * init({ token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop', release: 'shop@4.2.0' })
 */
export function init(options: NodeOptions): void {
  start(options, createClient, (given) => withDetected(given, process.env))
}

function createClient(options: NodeOptions): Client {
  const directory = options.storeDirectory ?? defaultDirectory(options)
  const store = directory === false ? undefined : directoryStore(directory)
  return connect(options, {
    platform: 'node',
    sdk: { name: '@bugle/node', version },
    transport: nodeTransport(options.endpoint),
    scopes: asyncScopes(),
    storing: store && storing(store),
    contexts: nodeContexts(options),
    enrich: options.sourceLines === false ? undefined : sourceLines(),
    integrations: [
      breadcrumbs(),
      details(),
      debugIds(),
      filters(),
      folding(countUsers()),
      shrinking(),
      attachments(),
      advice(),
      sessions,
      uncaughtErrors,
      threads,
      // Not a number would mean waiting forever.
      programEnd(store, numberOr(options.exitTimeoutMs, 2000)),
      consoleBreadcrumbs,
      httpBreadcrumbs,
      ...(options.integrations ?? []),
    ],
    setTimer(run, ms) {
      const timer = setTimeout(run, ms)
      timer.unref()
      return () => clearTimeout(timer)
    },
    waitTimer: setReferencedTimer,
  })
}

/** One directory per user and project: programs of several projects must not send each other's events. */
function defaultDirectory({ token, endpoint }: Options): string {
  const project = hashOf(`${endpoint}\n${token}`) + hashOf(`${token}\n${endpoint}`)
  return join(tmpdir(), `bugle-${process.getuid?.() ?? 'user'}-${project}`)
}

/** FNV-1a, 32 bits. It names a directory and protects nothing, and loading node:crypto takes milliseconds. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Shared by all clients: a storage that was used once slows every later promise. */
let storage: AsyncLocalStorage<Scope> | undefined

/** Scopes that follow work over every `await`, timer and callback. */
export function asyncScopes(): ScopeCarrier {
  const root = new Scope()
  storage ??= new AsyncLocalStorage()
  const scopes = storage
  return { current: () => scopes.getStore() ?? root, run: (scope, work) => scopes.run(scope, work) }
}
