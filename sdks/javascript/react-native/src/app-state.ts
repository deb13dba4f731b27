import { drain, type Integration } from '@bugle/core'
import type { Native } from './native.ts'

/**
 * Adds breadcrumbs for app state and memory warnings. Sends everything when the app goes to the background, where it
 * may be ended at any time.
 */
export function appState({ AppState }: Native): Integration {
  return {
    name: 'app-state',
    install(client) {
      const changes = AppState.addEventListener('change', (state) =>
        client.guard(() => {
          client.addBreadcrumb({ category: 'app', message: state })
          if (state !== 'background') return
          // Timers pause in the background: events waiting for a screenshot go without it, and held events go now.
          drain(client)
          client.leave()
        }),
      )
      const warnings = AppState.addEventListener('memoryWarning', () =>
        client.guard(() => client.addBreadcrumb({ category: 'app', message: 'memory warning' })),
      )
      return [() => changes.remove(), () => warnings.remove()]
    },
  }
}
