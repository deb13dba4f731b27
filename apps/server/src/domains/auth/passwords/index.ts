/** Hashes passwords, a bounded number at a time, and refuses common ones. */

export { createPasswords, type Passwords } from './passwords.ts'
