import Type, { type Static } from 'typebox'
import { nullable, oneOf, optional, Timestamp } from './schema.ts'
import type { Level } from './vocabulary/index.ts'

const time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'A time of day, such as `22:00`.' })

export const QuietHours = Type.Object(
  {
    from: time,
    to: time,
    time_zone: Type.String({ maxLength: 64, description: 'Such as `Europe/Berlin`.' }),
    days: Type.Optional(
      nullable(
        Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
          minItems: 1,
          maxItems: 7,
          uniqueItems: true,
          description: 'Days of the week on which they begin; Monday is 1. By default all.',
        }),
      ),
    ),
  },
  { $id: 'QuietHours', description: 'Nothing is sent between these times; what happened follows as one message.' },
)
export type QuietHours = Static<typeof QuietHours>

/** Languages of messages. */
export const PushLanguage = oneOf('en', 'de')
export type PushLanguage = Static<typeof PushLanguage>

export const PushKind = oneOf('webpush', 'unifiedpush')
export type PushKind = Static<typeof PushKind>

/** The response of GET /api/push/key. */
export const PushKey = Type.Object(
  { public_key: Type.String({ description: 'The applicationServerKey of a subscription: P-256, base64url.' }) },
  { $id: 'PushKey' },
)
export type PushKey = Static<typeof PushKey>

/** The push subscription of the device that a session is on. */
export const Push = Type.Object(
  {
    kind: PushKind,
    service: Type.String({ description: 'Host of the push service.' }),
    details: Type.Boolean({ description: 'Whether messages name the error; otherwise only the project.' }),
    language: PushLanguage,
    quiet_hours: nullable(QuietHours),
    created_at: Timestamp,
    sent_at: nullable(Timestamp),
    failure: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  },
  { $id: 'Push' },
)
export type Push = Static<typeof Push>

export const PushResponse = Type.Object({ push: nullable(Push) }, { $id: 'PushResponse' })
export type PushResponse = Static<typeof PushResponse>

/** The body of POST /api/me/push/attach. */
export const AttachPushBody = Type.Object(
  { endpoint: Type.String({ maxLength: 2000, description: 'Address that the device is subscribed with.' }) },
  { $id: 'AttachPushBody', additionalProperties: false },
)
export type AttachPushBody = Static<typeof AttachPushBody>

/** A device of an account that is notified by push. */
export const PushDevice = Type.Object(
  {
    id: Type.Integer(),
    device: nullable(Type.String({ description: 'What it says of itself.' })),
    kind: PushKind,
    service: Type.String({ description: 'Host of the push service.' }),
    is_current: Type.Boolean({ description: 'Whether the calling session is the one on this device.' }),
    created_at: Timestamp,
    sent_at: nullable(Timestamp),
    failure: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    /** When it could no longer be reached. It is listed for a month, or until it is deleted. */
    lost_at: nullable(Timestamp),
  },
  { $id: 'PushDevice' },
)
export type PushDevice = Static<typeof PushDevice>

export const PushDeviceList = Type.Object({ devices: Type.Array(PushDevice) }, { $id: 'PushDeviceList' })
export type PushDeviceList = Static<typeof PushDeviceList>

const choices = {
  details: optional(Type.Boolean()),
  language: optional(PushLanguage),
  quiet_hours: Type.Optional(nullable(QuietHours)),
}

/** The body of POST /api/me/push. */
export const SubscribeBody = Type.Object(
  {
    kind: PushKind,
    endpoint: Type.String({ maxLength: 2000, description: 'Address of the push service for this device; https.' }),
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', description: 'Public key of the device, base64url.' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', description: 'Shared secret of 16 bytes, base64url.' }),
    ...choices,
  },
  { $id: 'SubscribeBody', additionalProperties: false },
)
export type SubscribeBody = Static<typeof SubscribeBody>

/** The body of PATCH /api/me/push. `quiet_hours: null` removes them. */
export const ChangePushBody = Type.Object(choices, { $id: 'ChangePushBody', additionalProperties: false })
export type ChangePushBody = Static<typeof ChangePushBody>

/** A push message after its decryption. UnifiedPush shows it without the app, from its first four fields. */
export interface PushMessage {
  /** The same for messages of which the later replaces the earlier. */
  id: number
  title: string
  body: string
  /** Opens what the message is about. */
  url: string
  kind: 'issue' | 'issues' | 'project' | 'test'
  /** Set for a single issue. */
  issue?: {
    id: string
    short_id: string
    /** A trigger of alert rules, without `issue.`. */
    change: string
    level: Level
  }
}
