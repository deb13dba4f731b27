/** Texts that an app keeps on its device, by name. Never a token. */
export interface Storage {
  get: (name: string) => string | undefined
  set: (name: string, value: string) => void
  remove: (name: string) => void
}
