import Type, { type Static } from 'typebox'
import { oneOf, optional } from './schema.ts'

/** `default` defers to the level above: a member's setting to the project's, the project's to the server's. */
export const NotificationChoice = oneOf('on', 'off', 'default')
export type NotificationChoice = Static<typeof NotificationChoice>

/** Notification settings for new and regressed issues of a project, as one of its members sees them. */
export const Notifications = Type.Object(
  {
    project: Type.Object({ new_issues: NotificationChoice, regressed_issues: NotificationChoice }),
    own: Type.Object({
      new_issues: NotificationChoice,
      regressed_issues: NotificationChoice,
      off_everywhere: Type.Boolean({ description: 'No mail about issues of any project.' }),
    }),
    effective: Type.Object(
      { new_issues: Type.Boolean(), regressed_issues: Type.Boolean() },
      { description: 'The result of these settings: the mails you get.' },
    ),
    default: Type.Boolean({ description: 'The server’s default: on when SMTP is configured.' }),
  },
  { $id: 'Notifications' },
)
export type Notifications = Static<typeof Notifications>

export const NotificationsResponse = Type.Object({ notifications: Notifications }, { $id: 'NotificationsResponse' })
export type NotificationsResponse = Static<typeof NotificationsResponse>

const choices = { new_issues: optional(NotificationChoice), regressed_issues: optional(NotificationChoice) }

export const ChangeNotificationsBody = Type.Object(
  {
    project: optional(Type.Object(choices, { additionalProperties: false })),
    own: optional(
      Type.Object({ ...choices, off_everywhere: optional(Type.Boolean()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type ChangeNotificationsBody = Static<typeof ChangeNotificationsBody>

/** Mail programs send the token in the query, the page in the body. */
export const UnsubscribeQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 400 })) })
export type UnsubscribeQuery = Static<typeof UnsubscribeQuery>

export const UnsubscribeBody = Type.Object(
  { token: optional(Type.String({ maxLength: 400 })), everywhere: optional(Type.Boolean()) },
  { additionalProperties: false },
)
export type UnsubscribeBody = Static<typeof UnsubscribeBody>
