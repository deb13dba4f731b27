/**
 * Shared by all routes: their declaration, callers, request ids, the one error body, paging and the
 * OpenAPI document. It knows no domain and no database; http-role.ts passes in the functions it needs of them.
 *
 * A domain's routes.ts reads like this:
 *
 *     export function mountProjects(app: App, { database }: ProjectDeps) {
 *       endpoint(app, {
 *         method: 'PATCH',
 *         url: '/api/projects/:id',
 *         summary: 'Update a project',
 *         tag: 'Projects',
 *         access: 'caller', // 401 before anything else; `public` needs no token
 *         scope: 'project:write', // what the caller's role and API token must have, or 'own_account'
 *         body: ChangeProjectBody, // strict; an invalid one gets 422 here, 400 with `invalid: 'invalid_payload'`
 *         response: ProjectResponse, // 200, or `status`; 204 without `response`
 *         refusals: ['not_found'], // documented, with those that every route has
 *         handler: async ({ caller, params, body }) => {
 *           const project = await changeProject(database, caller, projectIdOf(params.id), body)
 *           return { project }
 *         },
 *       })
 *     }
 *
 * Lists are declared with `listEndpoint`.
 */

export type { BodyLimits } from './body-limits.ts'
export { isFromDashboard, recognizeBrowser } from './browser-cookie.ts'
export type { Authenticate, Authorize, AuthorizeOrganization, Caller } from './caller.ts'
export { acceptsCoding } from './compression.ts'
export { endpoint } from './endpoint.ts'
export { describeErrors } from './error-responses.ts'
export { errorResponseOf } from './errors.ts'
export { boundIdOf, numberOf, plainIdOf, projectIdOf } from './ids.ts'
export { listEndpoint } from './list-endpoint.ts'
export { type Origin, originOf } from './origin.ts'
export { cursorOf, pageLimit, positionCount, positionNumber, positionTime, positionUuid } from './page.ts'
export { prefixOf, servePrefix } from './path-prefix.ts'
export { describeListenError, type Listeners, listenOn } from './port.ts'
export { knownTimeZone, quietColumnsOf, toQuietHours } from './quiet-hours.ts'
export { noteRecords, type RecordsSpace, refuseFullRecords } from './records.ts'
export { newRequestId } from './request-id.ts'
export { isSameOrigin } from './same-origin.ts'
export { securityHeaders } from './security-headers.ts'
export { type App, createServer, type InBucketOf, type ServerOptions } from './server.ts'
export type { PageKind } from './session-cookie.ts'
export { mistakesIn } from './validation.ts'
