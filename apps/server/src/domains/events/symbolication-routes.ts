import { EventSymbolication, SymbolicateBody, SymbolicateResponse } from '@bugle/protocol'
import { type App, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import type { EventDeps } from './event-deps.ts'
import { getEvent } from './event-routes.ts'
import { explainSymbolication, symbolicateStack } from './explain-symbolication.ts'

/** Mounts the routes that symbolicate stacks, and explain how. */
export function mountSymbolicationRoutes(app: App, deps: EventDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/events/:id/symbolication',
    summary: 'Explain how an event’s frames were resolved, or why not',
    description: 'For each file of generated code: what was looked for, in which order, what was found, and why not.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: EventSymbolication,
    handler: async ({ caller, params }) => explainSymbolication(deps, await getEvent(deps, caller, params.id)),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/symbolicate',
    summary: 'Resolve a stack without storing it',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    body: SymbolicateBody,
    bodyLimit: 1024 * 1024,
    response: SymbolicateResponse,
    refusals: ['rate_limited'],
    handler: async ({ projectId, body }) => {
      const { isAllowed, resetMs } = await deps.symbolicateLimiter.take(projectId)
      if (!isAllowed) throw new Refusal('rate_limited', { retryAfterSeconds: resetMs / 1000 })
      return { frames: await symbolicateStack(deps, projectId, body) }
    },
  })
}
