import { reportReactError } from './report.ts'

interface ErrorInfo {
  componentStack?: string | undefined
}

/**
 * Returns options for `createRoot` and `hydrateRoot` of React 19 that report errors with their component stack. React's
 * default behavior stays: caught errors are printed, uncaught ones go to the window.
 *
 * @example createRoot(element, rootErrorHandlers()).render(<App />)
 */
export function rootErrorHandlers() {
  return {
    onCaughtError(error: unknown, info: ErrorInfo): void {
      reportReactError(error, info.componentStack, true)
      console.error(error)
    },
    onUncaughtError(error: unknown, info: ErrorInfo): void {
      reportReactError(error, info.componentStack, false)
      reportToWindow(error)
    },
  }
}

function reportToWindow(error: unknown): void {
  const { reportError } = globalThis as { reportError?: (error: unknown) => void }
  if (reportError === undefined) console.error(error)
  else reportError(error)
}
