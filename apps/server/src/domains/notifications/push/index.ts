/** Push messages: keys of the server, subscriptions, quiet hours, and the loop that sends. */

export { createPendingPushLoop } from './hand-on-pushes.ts'
export { getPushKeys, pushKeysSeal } from './push-keys.ts'
export { createPushLoop } from './push-loop.ts'
export { testMessageOf } from './push-message.ts'
export { addPendingPushes, changesAreDue, pushesAreDue } from './push-queue-store.ts'
export {
  findSubscription,
  findSubscriptionsOf,
  forgetEndedSubscriptions,
  noteSent,
  putSubscription,
  putSubscriptionChoices,
  removeDevice,
  removeSubscription,
  type Subscription,
  type SubscriptionChoices,
  takeOverSubscription,
} from './push-subscription-store.ts'
