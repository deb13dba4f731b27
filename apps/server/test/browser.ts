import type { TestServer } from './start-server.ts'

interface Sent {
  body?: unknown
  /** Sent as a form, as pages of an identity provider do. */
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** A browser without a window: it keeps cookies and follows no redirect by itself. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #to: TestServer
  readonly #publicUrl: string

  constructor(to: TestServer) {
    this.#to = to
    this.#publicUrl = to.openapi.servers[0]!.url
  }

  /** Requests a path of the server, or an address: that of BUGLE_URL leads to the server, whatever port it has. */
  async request(method: string, address: string, { body, form, headers }: Sent = {}) {
    const path = address.startsWith(this.#publicUrl) ? address.slice(this.#publicUrl.length) : address
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(path.startsWith('/') ? `${this.#to.url}${path}` : path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { origin: this.#publicUrl }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    const text = await response.text()
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
    }
  }

  /** Returns the signed-in user. */
  async me() {
    const { status, body } = await this.request('GET', '/api/auth/me')
    return status === 200 ? body : undefined
  }
}
