import { type ClientKind, clientKinds } from '@bugle/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, isFromDashboard, originOf, type PageKind, recognizeBrowser } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { LoginClient } from '../login/index.ts'

export const clientHeader = Type.Object({
  'x-service-client': Type.Optional(
    Type.String({
      description:
        'Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie.',
    }),
  ),
})

/**
 * Stores the token of a page in a cookie that scripts cannot read. Another site's page must not choose who is logged in. An
 * app of kind mobile keeps its token itself, unlike the page of that kind, whose requests have an Origin.
 */
export function keepInBrowser(
  app: App,
  {
    request,
    reply,
    client,
    token,
  }: { request: FastifyRequest; reply: FastifyReply; client: LoginClient; token: string },
): void {
  if (isOfPage(request, client.kind)) reply.header('set-cookie', app.sessionCookie.write(token, client.kind))
}

/** Describes the client of a login. */
export function clientOf(request: FastifyRequest, reply: FastifyReply): LoginClient {
  const { address, device } = originOf(request)
  const kind = clientKindOf(request.headers['x-service-client'])
  return { kind, device, address, browser: isOfPage(request, kind) ? recognizeBrowser(request, reply) : undefined }
}

/** Whether a client of this kind is one of our pages. */
export function isOfPage(request: FastifyRequest, kind: ClientKind | 'api'): kind is PageKind {
  return (kind === 'web' || (kind === 'mobile' && request.headers.origin !== undefined)) && isFromDashboard(request)
}

function clientKindOf(header: string | string[] | undefined): ClientKind {
  if (header === undefined) return 'mobile'
  const kind = clientKinds.find((known) => known === header)
  if (kind === undefined)
    throw new Refusal('unknown_client', {
      errors: { 'x-service-client': [`must be one of ${clientKinds.join(', ')}`] },
    })
  return kind
}
