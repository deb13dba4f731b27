import { runChecks } from '../admin/doctor/run-checks.ts'
import type { App } from '../http/index.ts'
import { readInstallationState } from '../operator/installation-state.ts'
import { mountOperatorRoutes } from '../operator/operator-routes.ts'
import { mountServiceRoutes } from '../operator/service-routes.ts'
import { checkMailServer } from './from-config.ts'
import type { Wiring } from './wiring.ts'

/** Mounts the state of the process, and that of the installation for its operator. */
export function mountOperations(app: App, wiring: Wiring): void {
  const { config, db, objects, version, metrics, draining, sealer, now, gatherMetrics = async () => [] } = wiring
  mountServiceRoutes(app, {
    readInstallationState: () => readInstallationState(db, config, objects),
    measure: async () => [await metrics.snapshot(), ...(await gatherMetrics())],
    metricsToken: config.BUGLE_METRICS_TOKEN,
    isDraining: () => draining.isOn,
  })
  mountOperatorRoutes(app, {
    db,
    config,
    version,
    readInstallationState: () => readInstallationState(db, config, objects),
    runChecks: () =>
      runChecks({
        config,
        version,
        withDatabase: (work) => work({ db, kind: config.DATABASE_URL === undefined ? 'running' : 'external' }),
        sealer: () => sealer,
        objects,
        checkMailServer: () => checkMailServer(config),
        now,
      }),
  })
}
