/**
 * Speaks to the build tools of Sentry: sentry-cli and the bundler plugins upload by changing a URL. It turns their calls
 * into uploads and releases of our own, and keeps only what is on its way.
 */
export { mountSentry, type SentryDeps } from './routes.ts'
export { forgetOldBundles } from './sentry-store.ts'
export { type SentryJobDeps, sentryJobs } from './unpack-bundle.ts'
