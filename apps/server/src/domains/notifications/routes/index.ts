/** The HTTP endpoints of notification settings and push subscriptions. */

export { mountMailTimes } from './mail-times-routes.ts'
export { mountPush } from './push-routes.ts'
export { mountNotifications } from './routes.ts'
