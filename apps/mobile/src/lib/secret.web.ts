/** As secret.ts, in a browser: the session is in a cookie, and no token is kept. */
export const secrets = {
  isOurs: false,
  get: async (_name: string): Promise<string | null> => null,
  set: async (_name: string, _value: string): Promise<void> => {},
  remove: async (_name: string): Promise<void> => {},
}
