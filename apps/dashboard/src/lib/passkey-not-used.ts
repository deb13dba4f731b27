/** Thrown when the browser has no passkey to send. */
export class PasskeyNotUsed extends Error {}
