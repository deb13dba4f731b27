import type { Readable } from 'node:stream'
import { apiTokenScopes, type ErrorCode, type Role, rolesWith } from '@bugle/protocol'
import type { FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { type BodyLimits, holdBody, processBody } from './body-limits.ts'
import { type Caller, identify, type Needs } from './caller.ts'
import { withReferences } from './components.ts'
import { describeErrors } from './error-responses.ts'
import { boundIdOf, organizationIdOf, projectIdOf } from './ids.ts'
import { withoutNullFields } from './null-fields.ts'
import { ofEvent, ofIssue, ofOrganization, ofProject } from './path-owners.ts'
import { keepingRecords } from './records.ts'
import type { App } from './server.ts'

type Access = 'public' | 'caller'
export type Tag = 'Accounts' | 'Organizations' | 'Projects' | 'Ingest' | 'Issues' | 'Service'

/** Parameters of a path: `/api/projects/:id` has `id`. */
type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

/** Adds what a path begins with to the input of its route: its callers may do what the route is for there. */
type OwnerOf<Url extends string> = Url extends '/api/projects/:id' | `/api/projects/:id/${string}`
  ? { projectId: number }
  : Url extends '/api/organizations/:id' | `/api/organizations/:id/${string}`
    ? { organizationId: string; role: Role }
    : unknown

type StaticOf<T> = T extends TSchema ? Static<T> : undefined

export type Input<Url extends string, Who extends Access, Query, Body> = OwnerOf<Url> & {
  request: FastifyRequest
  reply: FastifyReply
  caller: Who extends 'caller' ? Caller : undefined
  params: ParamsOf<Url>
  query: StaticOf<Query>
  body: StaticOf<Body>
}

export type Endpoint<Url extends string, Who extends Access, Query, Body, Response> = Described<
  Url,
  Who,
  Query,
  Body,
  Response
> &
  (Who extends 'caller'
    ? {
        /**
         * Scope that the caller's role, and an API token, must have; or `own_account` for routes about the caller alone,
         * which accept sessions only.
         */
        scope: Needs
      }
    : { scope?: undefined })

interface Described<Url extends string, Who extends Access, Query, Body, Response> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: Url
  /** A few words for the OpenAPI document; `description` for more. */
  summary: string
  description?: string
  tag: Tag
  access: Who
  query?: Query
  /** Headers for the OpenAPI document; read them from the request. */
  headers?: TObject
  body?: Body
  /** Code of the refusal of an invalid body: account routes use 422, others 400. */
  invalid?: 'validation_failed' | 'invalid_payload'
  bodyLimit?: number
  /** Bounds for a body of megabytes, which is in memory as a whole. */
  bodies?: BodyLimits
  /** Without it the response is 204. */
  response?: Response
  status?: 200 | 201 | 202 | 302
  /** Media type of a response that is not JSON. */
  produces?: string
  /** Leaves the route out of the OpenAPI document: it has the form of another product. */
  isHidden?: boolean
  /** Whether it adds rows that count against the budget of records, such as a comment: refused above its owner's share. */
  addsRecords?: boolean
  /** Whether the response stays open, such as a stream of events: it takes no place among the caller's requests. */
  isStream?: boolean
  /** Codes beyond those that access, query, params and body imply. */
  refusals?: ErrorCode[]
  handler: (input: Input<Url, Who, Query, Body>) => Promise<StaticOf<Response> | FastifyReply>
}

/** Bodies of the API are small; ingest has a limit of its own. */
const bodyLimit = 64 * 1024

/**
 * Declares a route: one description yields its caller, checks, documentation and types. A route of a project or an
 * organization, by its path, is refused before its handler if the caller cannot see it or may not do this there. See
 * index.ts for an example.
 */
export function endpoint<
  const Url extends string,
  Who extends Access,
  Query extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | undefined = undefined,
>(app: App, spec: Endpoint<Url, Who, Query, Body, Response>): void {
  const { handler, method, url, access, bodies, isStream = false, addsRecords = false } = spec
  const isShared = url.startsWith('/api/')
  app.route({
    method: method as HTTPMethods,
    url,
    bodyLimit: spec.bodyLimit ?? bodyLimit,
    config: { access, invalidBody: spec.invalid ?? 'validation_failed' },
    schema: schemaOf(spec as unknown as AnyEndpoint),
    onRequest: async (request) => {
      if (isShared) app.callerShares.countAddress(request.ip)
      if (access === 'caller') request.caller = await identify(app, request, spec.scope as Needs)
    },
    ...(bodies && {
      preParsing: async (request, reply, payload) => holdBody(bodies.budget, request, reply, payload as Readable),
    }),
    preValidation: async (request) => {
      // A missing body is treated as an empty object, so that the refusal names each missing field.
      if (spec.body !== undefined) request.body = withoutNullFields(request.body ?? {}, spec.body)
    },
    handler: async (request, reply) => {
      reply.code(spec.status ?? (spec.response === undefined ? 204 : 200))
      const { caller, params, query, body } = request
      const input = { request, reply, caller, params, query, body }
      const handle = async () => {
        const owner = await ownerFor(app, url, request)
        const answer = () => handler({ ...input, ...owner } as Input<Url, Who, Query, Body>)
        return app.inBucketOf(
          projectNumberOf(url, request),
          addsRecords ? () => keepingRecords(app, url, request, answer) : answer,
          { isRead: method === 'GET' },
        )
      }
      const process = bodies === undefined ? handle : () => processBody(bodies, request, handle)
      return isShared && !isStream ? app.callerShares.run(request, process) : process()
    },
  })
}

async function ownerFor(app: App, url: string, { caller, params }: FastifyRequest): Promise<object> {
  const [isProject, isOrganization] = [ofProject.test(url), ofOrganization.test(url)]
  if (!isProject && !isOrganization) return {}
  if (caller === undefined) throw new Error(`${url} needs a caller`)
  const { id } = params as { id: string }
  if (isOrganization) {
    const organizationId = organizationIdOf(id)
    return { organizationId, role: await app.authorizeOrganization(caller, organizationId) }
  }
  const projectId = projectIdOf(id)
  await app.authorize(caller, projectId)
  return { projectId }
}

/** Returns the project whose data a route is about, by its path. */
function projectNumberOf(url: string, { params }: FastifyRequest): number | undefined {
  const { id } = params as { id?: string }
  if (ofProject.test(url)) return projectIdOf(id!)
  const prefix = ofIssue.test(url) ? 'iss' : ofEvent.test(url) ? 'evt' : undefined
  return prefix && boundIdOf(prefix, id!).projectId
}

type AnyEndpoint = Described<string, Access, TObject | undefined, TSchema | undefined, TSchema | undefined> & {
  scope?: Needs | undefined
}

function schemaOf(spec: AnyEndpoint) {
  const { response: errors, ...codes } = describeErrors(refusalsOf(spec))
  const schema: FastifySchema & { 'x-scope'?: Needs; 'x-roles'?: Role[]; 'x-codes': ErrorCode[] } = {
    operationId: operationIdOf(spec.method, spec.url),
    summary: spec.summary,
    tags: [spec.tag],
    security: securityOf(spec),
    ...codes,
    response: { ...successOf(spec), ...errors },
  }
  if (spec.scope !== undefined) schema['x-scope'] = spec.scope
  if (spec.scope !== undefined && spec.scope !== 'own_account') schema['x-roles'] = rolesWith(spec.scope)
  if (spec.isHidden === true) schema.hide = true
  if (spec.description !== undefined) schema.description = spec.description
  if (spec.query !== undefined) schema.querystring = spec.query
  if (spec.headers !== undefined) schema.headers = spec.headers
  if (spec.body !== undefined) schema.body = withReferences(spec.body)
  if (spec.produces !== undefined) schema.produces = [spec.produces]
  const names = paramsOf(spec.url)
  if (names.length > 0)
    schema.params = Type.Object(
      Object.fromEntries(names.map((name) => [name, Type.String({ description: 'Opaque id.' })])),
    )
  return schema
}

function securityOf({ access, scope }: Pick<AnyEndpoint, 'access' | 'scope'>) {
  if (access === 'public') return []
  const session = [{ accessToken: [] }, { sessionCookie: [] }]
  const ofTokens = apiTokenScopes.find((one) => one === scope)
  return ofTokens === undefined ? session : [...session, { apiToken: [ofTokens] }]
}

function successOf({ response, status = 200, summary }: AnyEndpoint): Record<number, unknown> {
  if (response === undefined) return { 204: Type.Null({ description: 'No content.' }) }
  return { [status]: { description: summary, ...withReferences(response) } }
}

function refusalsOf({
  access,
  query,
  url,
  body,
  invalid,
  scope,
  addsRecords,
  refusals = [],
}: AnyEndpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['malformed_request', ...refusals, 'internal', 'unavailable']
  if (url.startsWith('/api/')) codes.push('rate_limited')
  if (addsRecords) codes.push('records_full', 'storage_full')
  if (access === 'caller')
    codes.push('unauthenticated', 'session_replaced', 'sso_expired', 'insufficient_scope', 'origin_mismatch')
  if (scope !== undefined && scope !== 'own_account') codes.push('insufficient_role', 'totp_required')
  if (query !== undefined) codes.push('invalid_parameter')
  if (paramsOf(url).length > 0) codes.push('not_found')
  if (body !== undefined)
    codes.push('malformed_body', invalid ?? 'validation_failed', 'unsupported_media_type', 'payload_too_large')
  return codes
}

function paramsOf(url: string): string[] {
  return [...url.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!)
}

/** `PATCH /api/projects/:id` → `patchProjectsById` */
function operationIdOf(method: string, url: string): string {
  const words = url.replace('/api/', '/').split(/[/.]/).filter(Boolean)
  const name = words.map((word) =>
    word.startsWith(':') ? `By${capital(word.slice(1))}` : word.split(/[-_]/).map(capital).join(''),
  )
  return `${method.toLowerCase()}${name.join('')}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}
