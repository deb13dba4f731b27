/** The HTTP endpoints of notification settings and push subscriptions. */

export { mountPush } from './push-routes.ts'
export { mountNotifications } from './routes.ts'
