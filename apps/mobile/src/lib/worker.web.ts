import { language } from '@bugle/presentation/i18n'
import { whenIdle } from './when-idle'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}

/**
 * Starts the service worker, which keeps the app's files and shows push messages.
 *
 * @param onOpen receives the path of a message that was clicked while the page is open
 */
export function startWorker(onOpen: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // The policy of the page asks for a trusted URL; this one is a constant.
  const policy = trustedTypes?.createPolicy('bugle-worker', { createScriptURL: (url) => url })
  const url = `/m/worker.js?language=${language()}`
  const register = () =>
    void navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url, { scope: '/m/' }).catch(() => {})
  // After the first screen, whose requests would wait for those of the files that it keeps.
  whenIdle(register)
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === 'string' && data.open.startsWith('/m/')) onOpen(data.open.slice(2))
  })
  const clearBadge = () => {
    const { clearAppBadge } = navigator as { clearAppBadge?: () => Promise<void> }
    if (document.visibilityState === 'visible') void clearAppBadge?.call(navigator).catch(() => {})
  }
  document.addEventListener('visibilitychange', clearBadge)
  clearBadge()
}
