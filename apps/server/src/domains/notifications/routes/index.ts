/** The HTTP endpoints of notification settings and push subscriptions. */

export { mountPush, type PushRouteDeps } from './push-routes.ts'
export { mountNotifications } from './routes.ts'
