import { captureException } from '@bugle/core'

/**
 * Reports an error that a component threw while it rendered.
 *
 * @param handled whether a fallback replaces the failed part
 */
export function reportReactError(error: unknown, componentStack: string | undefined, handled: boolean): void {
  captureException(error, {
    mechanism: { type: 'react', handled },
    ...(componentStack ? { extra: { component_stack: componentStack } } : {}),
  })
}
