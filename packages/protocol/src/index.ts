/**
 * The one source of what crosses the wire: schemas and their types, error codes, limits, ids.
 * It is isomorphic, and it never does I/O.
 */
export * from './error-code.ts'
export * from './event.ts'
export * from './id.ts'
export * from './limits.ts'
