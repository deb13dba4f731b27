/**
 * Keeps what the service must be able to read again, such as the key of a second factor, so that a copy of the
 * database alone tells nothing. What need only be recognised is hashed instead.
 */
export interface Sealer {
  /**
   * Encrypts a text.
   *
   * @param belongsTo what the text is and whose, such as `totp:<user id>`: opening asks for the same, so that a
   *   sealed text cannot be moved to another row
   */
  seal(text: string, belongsTo: string): string
  /** @throws CannotOpen when the text was sealed with a key that is not at hand, for something else, or was changed */
  open(sealed: string, belongsTo: string): string
  /** Whether it is sealed with the current key; otherwise seal it anew, and the previous key can go. */
  isCurrent(sealed: string): boolean
}

/** Not the caller's doing: the secret of the service is not the one that the text was sealed with. */
export class CannotOpen extends Error {}
