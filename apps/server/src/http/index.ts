/**
 * What all routes share: how one is declared, who calls it, request ids, the one error body, pages, the
 * OpenAPI document. It knows no domain and no database; http-role.ts hands over what it needs of them.
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
 *         scope: 'project:read', // an API token with it is let in too; without the line only sessions are
 *         body: ChangeProjectBody, // strict; a wrong one is 422 here, 400 with `invalid: 'invalid_payload'`
 *         answer: ProjectResponse, // 200; give `status` for another, leave `answer` out for 204
 *         refusals: ['not_found'], // documented; those that every route has are added
 *         handler: async ({ caller, params, body }) => {
 *           const project = await changeProject(database, caller, projectIdOf(params.id), body)
 *           return { project }
 *         },
 *       })
 *     }
 */

export type { Authenticate, Authorize, Caller } from './caller.ts'
export { acceptsCoding } from './compression.ts'
export { endpoint } from './endpoint.ts'
export { answerOf } from './errors.ts'
export { boundIdOf, numberOf, projectIdOf } from './ids.ts'
export { type Origin, originOf } from './origin.ts'
export { cursorOf, pageFrom, pageLimit, positionCount, positionNumber, positionTime, positionUuid } from './page.ts'
export { prefixOf, servePrefix } from './path-prefix.ts'
export { type Listeners, listenOn, whyNoPort } from './port.ts'
export { newRequestId } from './request-id.ts'
export { isSameOrigin } from './same-origin.ts'
export { securityHeaders } from './security-headers.ts'
export { type App, createServer, type ServerOptions } from './server.ts'
