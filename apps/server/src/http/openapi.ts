import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { documentNulls } from './document-nulls.ts'
import { shareErrorResponses } from './error-responses.ts'
import { prefixOf } from './path-prefix.ts'
import { withWebhooks } from './webhooks.ts'

export interface DocumentOptions {
  version: string
  /** Public address, listed as the server of the OpenAPI document. */
  url: string
}

/** The page needs its own scripts and styles, and nothing from other origins. */
const pagePolicy = [
  "default-src 'none'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Collects the routes declared after this call into one OpenAPI 3.1 document, and serves it. */
export async function serveDocument(app: FastifyInstance, { version, url }: DocumentOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bugle',
        version,
        description:
          'Accounts, projects, ingest and issues of a Bugle server. Every error has the shape of `ErrorBody`; ' +
          '`x-codes` of an operation lists the codes of its errors, whose statuses and meanings are in docs/errors.md. ' +
          'In a body, null means absent in every optional field that does not document another meaning.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url }],
      tags: [
        { name: 'Accounts', description: 'Register, log in and out.' },
        { name: 'Organizations', description: 'Members, roles, teams, invitations and the audit trail.' },
        { name: 'Projects', description: 'Projects and their ingest tokens.' },
        { name: 'Ingest', description: 'The endpoint that applications send events to.' },
        { name: 'Sentry', description: 'The endpoints that Sentry’s SDKs send to.' },
        { name: 'OpenTelemetry', description: 'The endpoints that exporters of OTLP/HTTP send to.' },
        { name: 'Issues', description: 'Issues, their events and counts.' },
        { name: 'Service', description: 'Health and this document.' },
      ],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'The token from registration or login.' },
          sessionCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'bugle_session',
            description:
              'Set by a login of kind web, and named `__Host-bugle_session` on https. Writes need an Origin header that names the server. A login of kind mobile from a page sets `bugle_mobile` in the same way, which counts with the header `X-Service-Client: mobile`.',
          },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal API token with the named scope.',
          },
          ingestToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Service-Token',
            description: 'The token of a project.',
          },
        },
      },
    },
    transformObject: (made) =>
      'openapiObject' in made
        ? documentNulls(withWebhooks(shareErrorResponses(made.openapiObject)))
        : made.swaggerObject,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `Schema${index}`) },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: prefixOf(url),
    staticCSP: pagePolicy,
    theme: { title: 'Bugle API' },
    uiConfig: { validatorUrl: null, deepLinking: true, showExtensions: true },
  })
  let text: string | undefined
  app.decorate('openapiText', {
    getter: () => {
      text ??= JSON.stringify(app.swagger())
      return text
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(app.openapiText),
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Text of the OpenAPI document; available once the server is ready. */
    readonly openapiText: string
  }
}
