/**
 * Owns the channels of organizations: the services outside that messages about issues go to, in the form of each, and what became of
 * every message. Others decide which issues are sent to a channel.
 */

export { channelMailJobs, queueBrokenMail } from './broken-mail.ts'
export { deliveriesAreDue } from './channel-store.ts'
export { createDeliveryLoop, type SendRequest, type WrittenMessage } from './delivery-loop.ts'
export {
  addDeliveries,
  addEdits,
  addIncidentEvents,
  addRecoveries,
  type Batch,
  type Delivery,
  deliveryChannel,
  findReported,
  isExtra,
  type NewDelivery,
} from './delivery-store.ts'
export { type EmailDeps, sendEmail, unsubscribeChannel } from './email.ts'
export { type ChannelMessage, type ExtraEvent, type MessageLink, messageText } from './message.ts'
export { mountChannels } from './routes.ts'
export { channelSeal } from './sealed-config.ts'
