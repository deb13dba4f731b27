/**
 * Serves the part of Sentry's API that its build tools call: sentry-cli and the bundler plugins upload to Bugle once their
 * URL is changed. It turns their calls into uploads and releases of our own, and stores only uploads that are under way.
 */
export { mountSentryApi } from './routes.ts'
export { forgetOldBundles } from './sentry-store.ts'
export { sentryJobs } from './unpack-bundle.ts'
