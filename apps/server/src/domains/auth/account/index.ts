/** Changes to an account that ask for the password again or for a mailed link, its registration and its deletion. */

export { confirmEmail, requestConfirmation, requestEmailChange } from './change-email.ts'
export {
  type AccountMailDeps,
  changePassword,
  forgotPassword,
  listTokensOfLink,
  resetPassword,
} from './change-password.ts'
export { type DeleteAccountDeps, deleteAccount, deleteUserAndProjects } from './delete-account.ts'
export { mailJobs, mailNewLogin, makeResetLink } from './mail-jobs.ts'
export { addPasskey, beginPasskey, listPasskeys, namePasskey, removePasskey } from './manage-passkeys.ts'
export {
  confirmTotp,
  enrolTotp,
  readTotpState,
  removeTotp,
  removeTotpByOperator,
  renewRecoveryCodes,
} from './manage-totp.ts'
export { createAccountByOperator, isFirst, isOpen, type RegisterDeps, register } from './register.ts'
