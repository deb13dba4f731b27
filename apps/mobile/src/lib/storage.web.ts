/** As storage.ts, in the browser. Storage may be blocked there; then nothing is remembered. */
export const storage = {
  get: (key: string): string | undefined => attempt(() => localStorage.getItem(`m-${key}`)) ?? undefined,
  set: (key: string, value: string): void => void attempt(() => localStorage.setItem(`m-${key}`, value)),
  remove: (key: string): void => void attempt(() => localStorage.removeItem(`m-${key}`)),
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
