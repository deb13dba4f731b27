/**
 * The one source of what crosses the wire: schemas and their types, error codes, limits, ids.
 * It is isomorphic, and it never does I/O. A schema with a `$id` becomes a component of the
 * OpenAPI document; where another schema holds it, the document refers to it by name.
 */
export * from './access-token.ts'
export * from './account.ts'
export * from './audit.ts'
export * from './drops.ts'
export * from './error-body.ts'
export * from './error-code.ts'
export * from './event.ts'
export * from './event-view.ts'
export * from './grouping-preview.ts'
export * from './id.ts'
export * from './issue.ts'
export * from './issue-answer.ts'
export * from './issue-change.ts'
export * from './issue-query.ts'
export * from './issue-regroup.ts'
export * from './limits.ts'
export * from './page.ts'
export * from './project.ts'
export * from './release.ts'
export * from './service.ts'
export * from './session.ts'
export * from './stats.ts'
export * from './totp.ts'
export * from './user.ts'
