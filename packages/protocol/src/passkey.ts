import Type, { type Static } from 'typebox'
import { Count, described, line, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** A passkey of an account. */
export const Passkey = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    is_backed_up: Type.Boolean({ description: 'Whether its provider keeps a copy, for other devices.' }),
  },
  { $id: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

/** The response of GET /api/me/passkeys. */
export const PasskeyList = Type.Object(
  {
    passkeys: Type.Array(Passkey),
    recovery_codes_left: Count,
    can_add: Type.Boolean({ description: 'Whether BUGLE_URL is an address that can have passkeys.' }),
  },
  { $id: 'PasskeyList' },
)
export type PasskeyList = Static<typeof PasskeyList>

// The fields of WebAuthn keep their spelling: browsers read and write them.

const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$', description: 'Base64url.' })
const credentialId = bytes(1400)
const transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })
const descriptor = Type.Object({
  id: Type.String(),
  type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
  transports: Type.Optional(transports),
})

/** Options of `navigator.credentials.get`. */
export const PasskeyRequest = Type.Object(
  {
    challenge: Type.String({ description: 'Valid once, for five minutes.' }),
    timeout: Type.Integer(),
    rpId: Type.String(),
    userVerification: oneOf('required', 'discouraged'),
    allowCredentials: Type.Array(descriptor),
  },
  { $id: 'PasskeyRequest' },
)
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** Options of `navigator.credentials.create`. */
export const PasskeyCreation = Type.Object(
  {
    challenge: Type.String({ description: 'Valid once, for five minutes.' }),
    timeout: Type.Integer(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(
      Type.Object({
        alg: Type.Integer(),
        type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
      }),
    ),
    excludeCredentials: Type.Array(descriptor),
    authenticatorSelection: Type.Object({
      residentKey: oneOf('preferred'),
      requireResidentKey: Type.Boolean(),
      userVerification: oneOf('preferred'),
    }),
    attestation: oneOf('none'),
  },
  { $id: 'PasskeyCreation' },
)
export type PasskeyCreation = Static<typeof PasskeyCreation>

const envelope = {
  id: credentialId,
  rawId: credentialId,
  type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
}

/** The response of an authenticator to a request. */
export const PasskeyAssertion = Type.Object(
  {
    ...envelope,
    response: Type.Object({
      clientDataJSON: bytes(4096),
      authenticatorData: bytes(4096),
      signature: bytes(2048),
      userHandle: optional(bytes(100)),
    }),
  },
  { $id: 'PasskeyAssertion' },
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

/** The response of an authenticator that made a key. */
export const PasskeyAttestation = Type.Object(
  {
    ...envelope,
    response: Type.Object({
      clientDataJSON: bytes(4096),
      attestationObject: bytes(16_384),
      transports: optional(transports),
    }),
  },
  { $id: 'PasskeyAttestation' },
)
export type PasskeyAttestation = Static<typeof PasskeyAttestation>

/** The body of POST /api/me/passkeys/options. */
export const PasskeyOptionsBody = Type.Object(
  {
    password: optional(
      Type.String({ description: 'Needed by a session that is older than an hour.', maxLength: limits.passwordMax }),
    ),
  },
  { $id: 'PasskeyOptionsBody' },
)
export type PasskeyOptionsBody = Static<typeof PasskeyOptionsBody>

const name = line(100, 'What its owner calls it.')

/** The body of POST /api/me/passkeys. */
export const AddPasskeyBody = Type.Object({ name, credential: PasskeyAttestation }, { $id: 'AddPasskeyBody' })
export type AddPasskeyBody = Static<typeof AddPasskeyBody>

export const AddPasskeyResponse = Type.Object(
  {
    passkey: Passkey,
    recovery_codes: described(
      'Each completes a login once, in place of the passkey. Null if the account had some. Shown in this response only.',
      nullable(Type.Array(Type.String())),
    ),
  },
  { $id: 'AddPasskeyResponse' },
)
export type AddPasskeyResponse = Static<typeof AddPasskeyResponse>

/** The body of PATCH /api/me/passkeys/{id}. */
export const RenamePasskeyBody = Type.Object({ name }, { $id: 'RenamePasskeyBody' })
export type RenamePasskeyBody = Static<typeof RenamePasskeyBody>

/** The body of DELETE /api/me/passkeys/{id}. */
export const RemovePasskeyBody = Type.Object(
  { password: Type.String({ description: 'The account’s current password.' }) },
  { $id: 'RemovePasskeyBody' },
)
export type RemovePasskeyBody = Static<typeof RemovePasskeyBody>

/** The body of POST /api/auth/login/passkey/options. */
export const SecondFactorOptionsBody = Type.Object(
  { totp_token: Type.String({ maxLength: 200 }) },
  { $id: 'SecondFactorOptionsBody' },
)
export type SecondFactorOptionsBody = Static<typeof SecondFactorOptionsBody>

/** The body of POST /api/auth/login/passkey. */
export const LoginPasskeyBody = Type.Object(
  { totp_token: Type.String({ maxLength: 200 }), credential: PasskeyAssertion },
  { $id: 'LoginPasskeyBody' },
)
export type LoginPasskeyBody = Static<typeof LoginPasskeyBody>

/** The body of POST /api/auth/passkey. */
export const PasskeyLoginBody = Type.Object({ credential: PasskeyAssertion }, { $id: 'PasskeyLoginBody' })
export type PasskeyLoginBody = Static<typeof PasskeyLoginBody>
