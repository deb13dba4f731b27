/** Codes of an authenticator app, recovery codes, and the challenge between the two steps of a login. */

export {
  assertVerified,
  type Proof,
  proofOf,
  type SecondFactorDeps,
  sealedFor,
  verifySecondFactor,
} from './second-factor.ts'
export { newRecoveryCodes, newTotpSecret, recoveryHashOf, stepOf, toEnrolment } from './totp.ts'
export { deleteChallenge, hasChallenge, insertChallenge, takeTry } from './totp-challenge-store.ts'
export {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  putPendingFactor,
  replaceRecoveryCodes,
  useStep,
} from './totp-store.ts'
