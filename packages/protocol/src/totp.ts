import Type, { type Static } from 'typebox'
import { Count, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { LoginResponse } from './session.ts'

const password = Type.String({ description: 'The account’s current password.' })
const code = Type.String({ maxLength: 100, description: 'Six digits; spaces are ignored. Each code works once.' })
const recoveryCode = Type.String({ maxLength: 100, description: 'One of the recovery codes; each works once.' })

/** The response of a login that needs a second factor: no token yet. */
export const TotpChallenge = Type.Object(
  {
    requires_totp: Type.Unsafe<true>({ type: 'boolean', enum: [true] }),
    totp_token: Type.String({ description: 'For POST /api/auth/login/totp: 5 minutes, 5 tries, one success.' }),
    factors: Type.Optional(
      Type.Array(oneOf('totp', 'passkey'), {
        description: 'The second factors of an account with a passkey; without the field it is a code.',
      }),
    ),
  },
  { $id: 'TotpChallenge' },
)
export type TotpChallenge = Static<typeof TotpChallenge>

/** The response of POST /api/auth/login. */
export const LoginOutcome = Type.Union([LoginResponse, TotpChallenge], { $id: 'LoginOutcome' })
export type LoginOutcome = Static<typeof LoginOutcome>

/** The body of POST /api/auth/login/totp: `code` or `recovery_code`. */
export const LoginTotpBody = Type.Object(
  { totp_token: Type.String({ maxLength: 200 }), code: optional(code), recovery_code: optional(recoveryCode) },
  { $id: 'LoginTotpBody' },
)
export type LoginTotpBody = Static<typeof LoginTotpBody>

/** The body of POST /api/me/totp. */
export const EnrolTotpBody = Type.Object({ password }, { $id: 'EnrolTotpBody' })
export type EnrolTotpBody = Static<typeof EnrolTotpBody>

/** The secret for an authenticator app, shown once. */
export const TotpEnrolment = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for manual entry.' }),
    otpauth_url: Type.String(),
    qr_svg: Type.String({ description: 'The same URL as a QR code.' }),
  },
  { $id: 'TotpEnrolment' },
)
export type TotpEnrolment = Static<typeof TotpEnrolment>

/** The body of POST /api/me/totp/confirm. */
export const ConfirmTotpBody = Type.Object({ code }, { $id: 'ConfirmTotpBody' })
export type ConfirmTotpBody = Static<typeof ConfirmTotpBody>

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each replaces a code once. Shown in this response only.',
    }),
  },
  { $id: 'RecoveryCodes' },
)
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const TotpState = Type.Object(
  { enabled: Type.Boolean(), confirmed_at: nullable(Timestamp), recovery_codes_left: Count },
  { $id: 'TotpState' },
)
export type TotpState = Static<typeof TotpState>

/** The body of POST /api/me/totp/recovery-codes. */
export const ReplaceRecoveryCodesBody = Type.Object(
  { password, code: optional({ ...code, description: 'Needed where codes of an authenticator app are on.' }) },
  { $id: 'ReplaceRecoveryCodesBody' },
)
export type ReplaceRecoveryCodesBody = Static<typeof ReplaceRecoveryCodesBody>

/** The body of DELETE /api/me/totp: the password, and `code` or `recovery_code`. */
export const RemoveTotpBody = Type.Object(
  { password, code: optional(code), recovery_code: optional(recoveryCode) },
  { $id: 'RemoveTotpBody' },
)
export type RemoveTotpBody = Static<typeof RemoveTotpBody>
