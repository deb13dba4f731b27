import { captureMessage, type Integration } from '@bugle/core'

/** Missing in TypeScript's DOM library. */
interface Report {
  type: string
  body: { toJSON?: () => Record<string, unknown> } | null
}

type Observer = new (
  onReports: (reports: Report[]) => void,
  options: { buffered: boolean },
) => {
  observe(): void
  disconnect(): void
}

/**
 * Reports the browser's own complaints about the page (deprecations, interventions, policy violations) as warnings.
 * Does nothing in a browser without `ReportingObserver` (Firefox).
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
            captureMessage(`${type}: ${message ?? effectiveDirective ?? ''}`, 'warning', {
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
