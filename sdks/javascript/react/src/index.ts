/** Errors of a React tree, for any renderer. The first of these handlers to see an error reports it, once. */
export { ErrorBoundary, type ErrorBoundaryProps, type Failure } from './error-boundary.ts'
export { rootErrorHandlers } from './root-error-handlers.ts'
