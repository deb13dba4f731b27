import type { Integration } from '@bugle/core'

/** Not in TypeScript's library of the DOM. */
interface Report {
  type: string
  body: { toJSON?: () => Record<string, unknown> } | null
}

type Observer = new (
  tell: (reports: Report[]) => void,
  options: { buffered: boolean },
) => {
  observe(): void
  disconnect(): void
}

/**
 * What the browser itself has to say of the page – deprecations, interventions, breaches of its policy – as warnings.
 * Where a browser has no `ReportingObserver` (Firefox), nothing happens.
 *
 * @example init({ …, integrations: [reports] })
 */
export const reports: Integration = {
  name: 'reports',
  install(client) {
    const { ReportingObserver } = globalThis as { ReportingObserver?: Observer }
    if (ReportingObserver === undefined) return undefined
    const observer = new ReportingObserver(
      (list) => {
        for (const { type, body } of list)
          client.guard(() => {
            const { message, effectiveDirective, ...facts } = body?.toJSON?.() ?? {}
            client.captureMessage(`${type}: ${message ?? effectiveDirective ?? ''}`, 'warning', {
              mechanism: { type: 'reporting-observer', handled: true },
              extra: { report: facts },
            })
          })
      },
      { buffered: true },
    )
    observer.observe()
    return () => observer.disconnect()
  },
}
