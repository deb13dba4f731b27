import { captureException } from '@bugle/core'

/** @param handled whether a fallback replaces the failed part */
export function reportReactError(error: unknown, componentStack: string | undefined, handled: boolean): void {
  captureException(error, {
    mechanism: { type: 'react', handled },
    ...(componentStack ? { extra: { component_stack: componentStack } } : {}),
  })
}
