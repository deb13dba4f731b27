import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportReactError } from './report.ts'

/** What a fallback is told. */
export interface Failure {
  error: unknown
  /** Draws the children anew. */
  reset: () => void
}

export interface ErrorBoundaryProps {
  children?: ReactNode
  /** What stands in the place of children that failed. Nothing when left out. */
  fallback?: ReactNode | ((failure: Failure) => ReactNode)
  /** Is told, too, after it was reported. */
  onError?: (error: unknown, componentStack: string) => void
}

interface State {
  failure: { error: unknown } | undefined
}

/**
 * Reports what its children throw while they are drawn, and draws a fallback in their place.
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
