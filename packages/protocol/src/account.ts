import Type, { type Static } from 'typebox'
import { newEmail, newPassword, optional } from './schema.ts'

// Changes to an account: each body proves the password again, or holds the token of a mailed link.

const password = Type.String({ description: 'Your current password.' })
const linkToken = Type.String({ maxLength: 200, description: 'The part after `#token=` in the mailed link.' })

/** The body of POST /api/me/password. */
export const ChangePasswordBody = Type.Object(
  { current_password: password, password: newPassword },
  { $id: 'ChangePasswordBody' },
)
export type ChangePasswordBody = Static<typeof ChangePasswordBody>

/** The body of POST /api/me/email. */
export const ChangeEmailBody = Type.Object({ current_password: password, email: newEmail }, { $id: 'ChangeEmailBody' })
export type ChangeEmailBody = Static<typeof ChangeEmailBody>

/** The body of POST /api/auth/email/confirm. */
export const ConfirmEmailBody = Type.Object({ token: linkToken }, { $id: 'ConfirmEmailBody' })
export type ConfirmEmailBody = Static<typeof ConfirmEmailBody>

/** The body of DELETE /api/me. */
export const DeleteMeBody = Type.Object({ password }, { $id: 'DeleteMeBody' })
export type DeleteMeBody = Static<typeof DeleteMeBody>

/** The body of POST /api/auth/password/forgot. */
export const ForgotPasswordBody = Type.Object({ email: newEmail }, { $id: 'ForgotPasswordBody' })
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>

/** The body of POST /api/auth/password/reset. */
export const ResetPasswordBody = Type.Object(
  {
    token: linkToken,
    password: newPassword,
    end_api_tokens: optional(Type.Boolean({ description: 'Also deletes the API tokens of the account.' })),
  },
  { $id: 'ResetPasswordBody' },
)
export type ResetPasswordBody = Static<typeof ResetPasswordBody>

/** The body of POST /api/auth/password/reset/tokens. */
export const ListResetTokensBody = Type.Object({ token: linkToken }, { $id: 'ListResetTokensBody' })
export type ListResetTokensBody = Static<typeof ListResetTokensBody>

/** Says that a mail was sent, without revealing whether the account exists. */
export const MailResponse = Type.Object(
  { message: Type.String({ description: 'For people.' }) },
  { $id: 'MailResponse' },
)
export type MailResponse = Static<typeof MailResponse>
