import type { Integration } from './runtime.ts'
import type { Attachment } from './scope.ts'
import { toText } from './scrub.ts'

/** The most files that the server keeps of an event. */
const maxFiles = 5
/** Events that may be held at once, because equal ones are counted. */
const maxWaiting = 100
/** Below the server's limit of a mebibyte. */
const maxBytes = 1_040_000

/** Sends the files of scopes and hints, each after its event. */
export function attachments(): Integration {
  return {
    name: 'attachments',
    setup(runtime, { appId }) {
      /** Files of events that are not queued yet. */
      const waiting = new Map<string, readonly Attachment[]>()
      runtime.builders!.push(({ event_id }, { attachments }) => {
        if (attachments.length) waiting.set(event_id, attachments)
        // Those of events that were dropped.
        if (waiting.size > maxWaiting) waiting.delete(waiting.keys().next().value!)
      })
      runtime.onQueued = (eventId, client) => {
        const files = waiting.get(eventId) ?? []
        waiting.delete(eventId)
        let sent = 0
        for (const { name, data, contentType } of files)
          client.guard(() => {
            const bytes =
              typeof data === 'string'
                ? new TextEncoder().encode(data)
                : new Uint8Array(
                    ArrayBuffer.isView(data)
                      ? data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
                      : data,
                  )
            if (bytes.length > maxBytes) throw new Error(`attachment ${name}: ${bytes.length} bytes`)
            if (bytes.length === 0 || sent === maxFiles) return
            sent += 1
            const type = toText(contentType ?? '', 100).replace(/[^\w.+/;=-]/g, '')
            const query = [appId, eventId, toText(name, 200)].map(encodeURIComponent)
            client.submit(
              `attachments?app_id=${query[0]}&event_id=${query[1]}&name=${query[2]} ${type || 'application/octet-stream'}`,
              base64Of(bytes),
            )
          })
      }
    },
  }
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
