/** One call as the client's methods take it. */
export interface Endpoint extends Omit<RequestInit, 'body' | 'headers'> {
  method: string
  /** As documented, with its parameters in braces. */
  path: string
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, unknown> }
  headers?: Record<string, string>
  body?: unknown
  /** Makes the bytes of a body that is no JSON. */
  bodySerializer?: (body: unknown) => BodyInit
  parseAs?: 'json' | 'text' | 'stream'
}

/** Writes the request of a call to a server. */
export function requestTo(
  { path, params, headers, body, bodySerializer = JSON.stringify, parseAs: _, ...options }: Endpoint,
  server: { baseUrl: string; headers: Record<string, string> },
): Request {
  const isJson = body !== undefined && bodySerializer === JSON.stringify
  return new Request(server.baseUrl + pathWith(path, params?.path) + queryOf(params?.query), {
    ...options,
    ...(body !== undefined && { body: bodySerializer(body) }),
    headers: merged(isJson ? { 'content-type': 'application/json' } : {}, server.headers, headers, params?.header),
  })
}

/** Later headers replace earlier ones of the same name, in whichever case it is written. */
function merged(...parts: (Record<string, unknown> | undefined)[]): Headers {
  const headers = new Headers()
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) if (value !== undefined) headers.set(name, String(value))
  return headers
}

function pathWith(path: string, values: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(.+?)\}/g, (_, name) => encodeURIComponent(String(values[name])))
}

/** A list is its name once for each entry; nothing stands for a parameter without a value. */
function queryOf(values: Record<string, unknown> = {}): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${name}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
