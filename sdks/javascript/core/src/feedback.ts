import { getClient } from './api.ts'
import { cleanText, cleanUrl, toText } from './scrub.ts'
import { uuidv7 } from './uuid.ts'

/** A person's words about the program. */
export interface Feedback {
  /** Secrets that it names are removed. */
  message: string
  name?: string | undefined
  /** For a response; kept as the person gives it. */
  email?: string | undefined
  /** The event it is about; by default the last one of the program, null for none. */
  eventId?: string | null | undefined
  /** Where it was written. The query is removed. */
  url?: string | undefined
  /** JPEG, base64. It is stored with the event. */
  screenshot?: string | undefined
}

/**
 * Sends what a person says, and ties it to the last event unless another is named.
 *
 * @returns the id of the feedback; undefined without a message, or while Bugle is off
 * @example captureFeedback({ message: 'The button does nothing', email: 'ann@example.com' })
 */
export function captureFeedback(feedback: Feedback): string | undefined {
  const client = getClient()
  return client?.guard(() => {
    const textOf = (value: string | undefined, length: number) => (value ? toText(value, length) : undefined)
    const message = cleanText(feedback.message ?? '', 4096).trim()
    if (!message) return undefined
    const id = uuidv7()
    const event_id = feedback.eventId === undefined ? client.lastEventId : (feedback.eventId ?? undefined)
    const screenshot = event_id && feedback.screenshot
    // A screenshot is a file of the event, and follows it.
    client.submit(screenshot ? `feedback?event_id=${event_id}` : 'feedback', {
      id,
      message,
      event_id,
      name: textOf(feedback.name, 200),
      email: textOf(feedback.email, 254),
      url: feedback.url && cleanUrl(toText(feedback.url, 2000)),
      screenshot,
    })
    return id
  })
}
