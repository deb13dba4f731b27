import Type, { type Static } from 'typebox'
import { QuietHours } from './push.ts'
import { nullable, oneOf, optional, Timestamp } from './schema.ts'

/** Kinds of mails besides those about issues and the account itself; each can be turned off. */
export const mailKinds = ['invitation', 'joined', 'role_changed', 'mention', 'assigned'] as const
export type MailKind = (typeof mailKinds)[number]

const on = (text: string) => Type.Boolean({ description: text })
const texts: Record<MailKind, string> = {
  invitation: 'Somebody invites you to an organization.',
  joined: 'Somebody accepted your invitation.',
  role_changed: 'Your role in an organization changed, or your membership ended.',
  mention: 'Somebody mentions you in a comment.',
  assigned: 'Somebody assigns an issue to you or your team.',
}

export const MailChoices = Type.Object(
  {
    invitation: on(texts.invitation),
    joined: on(texts.joined),
    role_changed: on(texts.role_changed),
    mention: on(texts.mention),
    assigned: on(texts.assigned),
  },
  { $id: 'MailChoices' },
)
export type MailChoices = Static<typeof MailChoices>

export const MailChoicesResponse = Type.Object({ mails: MailChoices }, { $id: 'MailChoicesResponse' })
export type MailChoicesResponse = Static<typeof MailChoicesResponse>

/** The body of PATCH /api/me/mails; omitted fields stay as they are. */
export const ChangeMailChoicesBody = Type.Object(
  {
    invitation: optional(Type.Boolean()),
    joined: optional(Type.Boolean()),
    role_changed: optional(Type.Boolean()),
    mention: optional(Type.Boolean()),
    assigned: optional(Type.Boolean()),
  },
  { $id: 'ChangeMailChoicesBody' },
)
export type ChangeMailChoicesBody = Static<typeof ChangeMailChoicesBody>

const digestFields = {
  every: oneOf('daily', 'weekly'),
  time_zone: Type.String({ maxLength: 64, description: 'It comes at nine there, weekly on Mondays.' }),
}

/** When a person is mailed about issues. */
export const MailTimes = Type.Object(
  {
    quiet_hours: nullable(QuietHours),
    digest: nullable(
      Type.Object(
        { ...digestFields, next_at: Timestamp },
        { description: 'A summary; none comes when nothing happened.' },
      ),
    ),
  },
  { $id: 'MailTimes' },
)
export type MailTimes = Static<typeof MailTimes>

export const MailTimesResponse = Type.Object({ times: MailTimes }, { $id: 'MailTimesResponse' })
export type MailTimesResponse = Static<typeof MailTimesResponse>

/** The body of PATCH /api/me/mail-times; omitted fields stay as they are, null ends one. */
export const ChangeMailTimesBody = Type.Object(
  {
    quiet_hours: Type.Optional(nullable(QuietHours)),
    digest: Type.Optional(nullable(Type.Object(digestFields, { additionalProperties: false }))),
  },
  { $id: 'ChangeMailTimesBody', additionalProperties: false },
)
export type ChangeMailTimesBody = Static<typeof ChangeMailTimesBody>
