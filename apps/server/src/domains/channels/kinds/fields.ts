import Type from 'typebox'

/** Longest address or secret of a service. */
const maxLength = 2000

/** An address that a service made for this channel: whoever knows it can write there. */
export function webhookUrl(example: string) {
  return Type.String({ maxLength, pattern: '^https?://[^\\s]+$', description: `For example ${example}.` })
}

/** The address of a server of one's own. */
export function serverUrl(example: string) {
  return Type.String({ maxLength, pattern: '^https?://[^\\s?#]+$', description: `For example ${example}.` })
}

/** A secret, sent in a header or body: no spaces or controls. */
export function secret(description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$', description })
}

/** A name within a service, such as a room. */
export function nameWithin(description: string) {
  return Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\x00-\\x1f]+$', description })
}

/** Returns the address of a path below that of a server. */
export function below(server: string, path: string): string {
  return `${server.endsWith('/') ? server.slice(0, -1) : server}${path}`
}
