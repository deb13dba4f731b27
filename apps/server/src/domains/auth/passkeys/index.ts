/** Passkeys: public keys of authenticators, and the challenges that they sign. */

export {
  challengeOf,
  creationFor,
  type RelyingParty,
  readAttestation,
  relyingPartyOf,
  requestFor,
  verifyAssertion,
} from './ceremony.ts'
export { insertPasskeyChallenge, takePasskeyChallenge } from './passkey-challenge-store.ts'
export {
  countUse,
  deletePasskey,
  deletePasskeys,
  findCredential,
  findPasskeys,
  hasPasskey,
  insertPasskey,
  type PasskeyRecord,
  renamePasskey,
} from './passkey-store.ts'
