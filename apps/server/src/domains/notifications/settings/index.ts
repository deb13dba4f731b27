/** Settings of users and projects: which issues they are notified about, by mail or not, and when. */

export { changeNotifications } from './change-notifications.ts'
export { changeMailTimes, type DigestChoice, nextDigestAt } from './mail-times.ts'
export { findMailTimes, findQuietPeople, type MailTimes } from './mail-times-store.ts'
export { effectiveOf, pushedOf, toNotifications } from './settings.ts'
export { findMembers, type Member } from './settings-store.ts'
export { digestUnsubscribeToken, unsubscribe, unsubscribeToken } from './unsubscribe.ts'
