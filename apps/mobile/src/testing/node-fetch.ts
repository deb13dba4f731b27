import { request as requestHttp } from 'node:http'

/** A fetch that reaches a server: in tests React Native's own is one over a mocked XMLHttpRequest, which never responds. */
export function nodeFetch(input: Request): Promise<Response> {
  return input.text().then(
    (body) =>
      new Promise((resolve, reject) => {
        const headers: Record<string, string> = {}
        input.headers.forEach((value, name) => {
          headers[name] = value
        })
        const sent = requestHttp(input.url, { method: input.method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            const status = response.statusCode ?? 500
            const init = { status, headers: response.headers as Record<string, string> }
            resolve(new Response(status === 204 ? null : text, init))
          })
        })
        sent.on('error', reject)
        sent.end(body)
      }),
  )
}
