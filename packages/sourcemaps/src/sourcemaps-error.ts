/** An expected error in handling source maps, as a sentence for people. */
export class SourcemapsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SourcemapsError'
  }
}
