/**
 * Encrypts secrets that the service must be able to read again, such as the key of a second factor, so that a copy of
 * the database alone reveals nothing. Secrets that only need to be recognized are hashed instead.
 */
export interface Sealer {
  /**
   * Encrypts a text.
   *
   * @param belongsTo kind and owner of the text, such as `totp:<user id>`: opening needs the same value, so that a
   * sealed text cannot be moved to another row
   */
  seal(text: string, belongsTo: string): string
  /** @throws CannotOpen if the text was sealed with a key that is not available or for another row, or was modified */
  open(sealed: string, belongsTo: string): string
  /** Whether it is sealed with the current key; if not, seal it again, so that the previous key can be removed. */
  isCurrent(sealed: string): boolean
}

/** Thrown if a text cannot be opened, which is not the caller's fault: its secret is another one, or it was modified. */
export class CannotOpen extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    // A log shows the sentence: where it was read says nothing.
    this.stack = message
  }
}
