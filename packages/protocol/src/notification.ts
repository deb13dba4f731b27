import Type, { type Static } from 'typebox'
import { oneOf, optional } from './schema.ts'

/** `default` leaves it to whoever stands above: a member's to the project, the project's to the server. */
export const NotificationWish = oneOf('on', 'off', 'default')
export type NotificationWish = Static<typeof NotificationWish>

/** Who is mailed about new and regressed issues of a project, as one of its members sees it. */
export const Notifications = Type.Object(
  {
    project: Type.Object({ new_issues: NotificationWish, regressed_issues: NotificationWish }),
    own: Type.Object({
      new_issues: NotificationWish,
      regressed_issues: NotificationWish,
      off_everywhere: Type.Boolean({ description: 'No mail about issues of any project.' }),
    }),
    told: Type.Object(
      { new_issues: Type.Boolean(), regressed_issues: Type.Boolean() },
      { description: 'What comes of all that: what you are mailed about.' },
    ),
    default: Type.Boolean({ description: 'Of this server: on where mails go by SMTP.' }),
  },
  { $id: 'Notifications' },
)
export type Notifications = Static<typeof Notifications>

export const NotificationsAnswer = Type.Object({ notifications: Notifications }, { $id: 'NotificationsAnswer' })
export type NotificationsAnswer = Static<typeof NotificationsAnswer>

const wishes = { new_issues: optional(NotificationWish), regressed_issues: optional(NotificationWish) }

export const ChangeNotificationsBody = Type.Object(
  {
    project: optional(Type.Object(wishes, { additionalProperties: false })),
    own: optional(
      Type.Object({ ...wishes, off_everywhere: optional(Type.Boolean()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type ChangeNotificationsBody = Static<typeof ChangeNotificationsBody>

/** A mail program sends the token in the address, the page in the body. */
export const UnsubscribeQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 400 })) })
export type UnsubscribeQuery = Static<typeof UnsubscribeQuery>

export const UnsubscribeBody = Type.Object(
  { token: optional(Type.String({ maxLength: 400 })), everywhere: optional(Type.Boolean()) },
  { additionalProperties: false },
)
export type UnsubscribeBody = Static<typeof UnsubscribeBody>
