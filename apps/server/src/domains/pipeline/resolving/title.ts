import { maskSecrets } from '@bugle/sentry-event'

const maxLength = 1000

/** Returns the message of an event as the title of its issue: short, and without secrets. */
export function titleOf(message: string): string {
  return maskSecrets(message.slice(0, maxLength))
}
