import type { Integration } from '@bugle/core'
import type { Native } from './native.ts'

/** The app goes to the background and comes back, or is short of memory. In the background it may be ended any time. */
export function appState({ AppState }: Native): Integration {
  return {
    name: 'app-state',
    install(client) {
      const changes = AppState.addEventListener('change', (state) =>
        client.guard(() => {
          client.addBreadcrumb({ category: 'app', message: state })
          if (state !== 'background') return
          // Timers stand still there: what waits for a picture goes without it, what was held back goes now.
          client.unsent()
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
