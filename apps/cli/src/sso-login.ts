import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from './context.ts'
import { exitCodes, Failure } from './failure.ts'

const waitMs = 10 * 60_000

/**
 * Logs in by the identity provider of the server: a browser does, and returns to this machine with a code that is worth
 * nothing without the verifier, which never leaves the program.
 */
export async function logInByProvider(context: Context): Promise<Schemas['LoginOutcome']> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await codeOfBrowser(context, challenge)
  return responseBody(context.apiWith({}).POST('/api/auth/oidc/finish', { body: { code, verifier } }))
}

async function codeOfBrowser(context: Context, challenge: string): Promise<string> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`
    const query = new URLSearchParams({ client: 'cli', redirect, challenge })
    context.output.note(`Open this address in a browser on this machine:\n${context.url}/api/auth/oidc/start?${query}`)
    const answered = new Promise<URLSearchParams>((resolve) => {
      server.on('request', (request, response) => {
        const { pathname, searchParams } = new URL(request.url!, redirect)
        const isDone = pathname === '/done' && (searchParams.has('code') || searchParams.has('error'))
        response
          .writeHead(isDone ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
          .end(isDone ? 'You can close this page and go back to the terminal.\n' : 'Not found.\n')
        if (isDone) resolve(searchParams)
      })
    })
    const ended = AbortSignal.any([context.host.signal, AbortSignal.timeout(waitMs)])
    const late = once(ended, 'abort').then(() => {
      throw new Failure('Nobody logged in within ten minutes.', { exitCode: exitCodes.denied })
    })
    const found = await Promise.race([answered, late])
    const code = found.get('code')
    if (code !== null) return code
    throw new Failure(`The identity provider’s login failed (${found.get('error')}).`, { exitCode: exitCodes.denied })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
