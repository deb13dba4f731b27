/** A part of a form: a field, or a file if it has a file name. */
export interface FormPart {
  name: string
  filename: string | undefined
  bytes: Buffer
}

const maxParts = 2000
const maxHeaderBytes = 4096

/**
 * Parses a body of multipart/form-data (RFC 7578). The parts are views of the body, not copies. Undefined if it is not
 * well-formed.
 *
 * @example parseForm(body, 'multipart/form-data; boundary=x')?.[0] // { name: 'release', filename: undefined, bytes }
 */
export function parseForm(body: Buffer, contentType: string): FormPart[] | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  if (match === null) return undefined
  const delimiter = Buffer.from(`--${match[1] ?? match[2]}`)
  const parts: FormPart[] = []
  if (!body.subarray(0, delimiter.length).equals(delimiter)) return undefined
  let at = delimiter.length
  while (body.toString('latin1', at, at + 2) === '\r\n') {
    const next = body.indexOf(`\r\n${delimiter.toString()}`, at + 2)
    const part = next < 0 ? undefined : parsePart(body.subarray(at + 2, next))
    if (part === undefined || parts.length === maxParts) return undefined
    parts.push(part)
    at = next + 2 + delimiter.length
  }
  return body.toString('latin1', at, at + 2) === '--' ? parts : undefined
}

function parsePart(part: Buffer): FormPart | undefined {
  const end = part.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = part.toString('utf8', 0, end)
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(headers)?.[1] ?? ''
  const name = parameterOf(disposition, 'name')
  if (name === undefined) return undefined
  return { name, filename: parameterOf(disposition, 'filename'), bytes: part.subarray(end + 4) }
}

/** Reads a quoted parameter. Clients write a quote as %22 or \", and line ends as %0D and %0A. */
function parameterOf(disposition: string, name: string): string | undefined {
  const text = new RegExp(`;[ \\t]*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1]
  return text?.replaceAll('\\"', '"').replaceAll('%22', '"')
}
