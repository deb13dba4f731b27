/**
 * The words that every side of the wire shares: enumerations, limits and the query language. It imports nothing, so a
 * browser bundle or an SDK can use it without the schema library. The schemas of this package are built from it.
 */
export * from './enums.ts'
export * from './issue-query.ts'
export * from './limits.ts'
