import { type ClientKind, clientKinds } from '@bugle/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, isFromDashboard, originOf, recognizeBrowser } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { LoginClient } from '../login/index.ts'

export const clientHeader = Type.Object({
  'x-service-client': Type.Optional(
    Type.String({
      description: 'Kind of session: `cli`, `mobile` (default) or `web`, which also sets a cookie.',
    }),
  ),
})

/** Stores the token in a cookie that scripts cannot read. Another site's page must not choose who is logged in. */
export function keepInBrowser(
  app: App,
  {
    request,
    reply,
    client,
    token,
  }: { request: FastifyRequest; reply: FastifyReply; client: LoginClient; token: string },
): void {
  if (client.kind === 'web' && isFromDashboard(request)) reply.header('set-cookie', app.sessionCookie.write(token))
}

/** Describes the client of a login. */
export function clientOf(request: FastifyRequest, reply: FastifyReply): LoginClient {
  const { address, device } = originOf(request)
  const kind = clientKindOf(request.headers['x-service-client'])
  return { kind, device, address, browser: kind === 'web' ? recognizeBrowser(request, reply) : undefined }
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
