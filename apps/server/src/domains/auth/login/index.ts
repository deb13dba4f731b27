/** Logs in: by password and second factor, by a passkey, or by a code that a signed-in session shows. */

export { confirmPassword, confirmUnlessFresh, wrongPassword } from './confirm-password.ts'
export { forgetBrowsers } from './known-browser-store.ts'
export { checkPassword, completeLogin, hasFactor, type LoginDeps, logIn, openSessionOrChallenge } from './log-in.ts'
export {
  completeLoginByPasskey,
  getRelyingParty,
  logInByPasskey,
  requestLogin,
  requestSecondFactor,
} from './log-in-by-passkey.ts'
export { createLoginCode, useLoginCode } from './login-code.ts'
export { type Actor, type LoginClient, type NewLogin, openSession } from './sessions.ts'
