/** Codes of an authenticator app, recovery codes, and the challenge between the two steps of a login. */

export {
  assertVerified,
  type Proof,
  proofOf,
  type SecondFactorDeps,
  sealedFor,
  type Verdict,
  verifySecondFactor,
} from './second-factor.ts'
export { newRecoveryCodes, newTotpSecret, recoveryHashOf, stepOf, toEnrolment } from './totp.ts'
export {
  type Challenge,
  deleteChallenge,
  findChallenge,
  hasChallenge,
  insertChallenge,
  takeTry,
} from './totp-challenge-store.ts'
export {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  forgetProofs,
  putPendingFactor,
  replaceRecoveryCodes,
  useStep,
} from './totp-store.ts'
