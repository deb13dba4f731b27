import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportReactError } from './report.ts'

/** Arguments of a fallback. */
export interface Failure {
  error: unknown
  /** Renders the children again. */
  reset: () => void
}

export interface ErrorBoundaryProps {
  children?: ReactNode
  /** Rendered in place of failed children; nothing by default. */
  fallback?: ReactNode | ((failure: Failure) => ReactNode)
  /** Called after the error was reported. */
  onError?: (error: unknown, componentStack: string) => void
}

interface State {
  failure: { error: unknown } | undefined
}

/**
 * Reports errors that its children throw while rendering, and renders a fallback in their place.
 *
 * @example
 * <ErrorBoundary fallback={({ reset }) => <button onClick={reset}>Try again</button>}>
 *   <Checkout />
 * </ErrorBoundary>
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override state: State = { failure: undefined }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const componentStack = info.componentStack ?? ''
    reportReactError(error, componentStack, true)
    this.props.onError?.(error, componentStack)
  }

  reset = (): void => this.setState({ failure: undefined })

  override render(): ReactNode {
    const { children, fallback } = this.props
    const { failure } = this.state
    if (failure === undefined) return children
    return typeof fallback === 'function' ? fallback({ error: failure.error, reset: this.reset }) : (fallback ?? null)
  }
}
