/**
 * Owns the vocabulary shared by server, dashboard and SDKs: enumerations, limits and the query language. It imports
 * nothing, so that browser bundles and SDKs can use it without the schema library. The schemas of this package are
 * built from it.
 */
export * from './detect-release.ts'
export * from './durations.ts'
export * from './enums.ts'
export * from './epoch-time.ts'
export * from './issue-query.ts'
export * from './limits.ts'
export * from './permission.ts'
export * from './test-message.ts'
