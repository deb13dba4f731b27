/**
 * What browsers get as files: the dashboard and the clients. They know no domain: what they do goes through the same
 * API as everything else.
 */
export { mountDashboard } from './dashboard.ts'
export { mountSdk } from './sdk.ts'
