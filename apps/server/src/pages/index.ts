/**
 * Serves files to browsers: the dashboard, the mobile app, the documentation and the SDKs. They know no domain, because all they do goes
 * through the API.
 */
export { mountDashboard } from './dashboard.ts'
export { mountDocs } from './docs.ts'
export { mountMobile } from './mobile.ts'
export { mountSdk } from './sdk.ts'
export { keepServedScripts } from './served-scripts.ts'
export { mountWellKnown } from './well-known.ts'
