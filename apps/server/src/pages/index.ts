/**
 * Serves files to browsers: the dashboard and the SDKs. They know no domain, because all they do goes through the API.
 */
export { mountDashboard } from './dashboard.ts'
export { mountSdk } from './sdk.ts'
