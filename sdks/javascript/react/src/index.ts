/** Errors of React's tree, whatever draws it. They are reported once, by whichever of these sees them first. */
export { ErrorBoundary, type ErrorBoundaryProps, type Failure } from './error-boundary.ts'
export { rootErrorHandlers } from './root-error-handlers.ts'
