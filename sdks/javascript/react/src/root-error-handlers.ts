import { reportReactError } from './report.ts'

interface ErrorInfo {
  componentStack?: string | undefined
}

/**
 * Options of `createRoot` and `hydrateRoot` in React 19, by which errors are reported with the components they came
 * through. What React does by itself, it does still: what a boundary caught is printed, what none caught goes to the
 * window.
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
      tellWindow(error)
    },
  }
}

function tellWindow(error: unknown): void {
  const { reportError } = globalThis as { reportError?: (error: unknown) => void }
  if (reportError === undefined) console.error(error)
  else reportError(error)
}
