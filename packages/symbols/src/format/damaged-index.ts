/** An index that cannot be read: not an index, of another version, or changed since it was written. Build it again. */
export class DamagedIndex extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(`The symbol index cannot be read: ${detail}.`, options)
    this.name = 'DamagedIndex'
  }
}
