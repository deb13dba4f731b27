/** A mail as its recipient sees it. */
export interface ReceivedMail {
  /** Names in lower case; folded lines are joined. */
  headers: Record<string, string>
  /** How often each header occurs. */
  headerCounts: Record<string, number>
  from: string
  to: string
  subject: string
  text: string
  html: string
}

/** Parses a message of two parts, text and HTML: as much of RFC 5322, 2045 and 2047 as our own mails use. */
export function parseMail(raw: string): ReceivedMail {
  const { headers, headerCounts, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) throw new Error(`no parts in ${raw}`)
  const parts = body.split(`--${boundary}`).slice(1, -1)
  const part = (type: string) => {
    const found = parts
      .map((text) => split(text.replace(/^\r\n/, '')))
      .find(({ headers }) => headers['content-type']?.startsWith(type))
    if (found === undefined) throw new Error(`no ${type} in ${raw}`)
    return decode(found.body.replace(/\r\n$/, ''), found.headers['content-transfer-encoding'])
  }
  return {
    headers,
    headerCounts,
    from: words(headers.from ?? ''),
    to: words(headers.to ?? ''),
    subject: words(headers.subject ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

function split(raw: string): Pick<ReceivedMail, 'headers' | 'headerCounts'> & { body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const entries = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const headerCounts: Record<string, number> = {}
  for (const [name] of entries) headerCounts[name] = (headerCounts[name] ?? 0) + 1
  return { headers: Object.fromEntries(entries), headerCounts, body: raw.slice(end + 4) }
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return plain(Buffer.from(body, 'base64').toString('utf8'))
  if (encoding !== 'quoted-printable') return plain(body)
  return plain(bytesOf(body.replaceAll('=\r\n', '')).toString('utf8'))
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Decodes `=?UTF-8?Q?…?=` and `?B?`, without the space between two of them. */
function words(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : bytesOf(text.replaceAll('_', ' ')).toString('utf8'),
    )
}

function bytesOf(quoted: string): Buffer {
  const latin = quoted.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(latin, 'latin1')
}
