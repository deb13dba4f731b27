/** React in web pages. */
export { ErrorBoundary, type ErrorBoundaryProps, type Failure, rootErrorHandlers } from '@bugle/react'
