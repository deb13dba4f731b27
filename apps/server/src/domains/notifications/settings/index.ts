/** Settings of users and projects: which issues they are notified about, and by mail or not. */

export { changeNotifications } from './change-notifications.ts'
export { effectiveOf, pushedOf, toNotifications } from './settings.ts'
export { findMembers } from './settings-store.ts'
export { unsubscribe, unsubscribeToken } from './unsubscribe.ts'
