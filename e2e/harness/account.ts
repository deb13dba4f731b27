import type { DocumentedUrl, RequestBodyOf, ResponseBodyOf } from '@bugle/api-client'
import type { Issue, IssuePage } from '@bugle/protocol'

// The part of the HTTP API that e2e tests use, by fetch, as users do.

export interface Account {
  url: string
  email: string
  password: string
  /** `<id>|<secret>` */
  token: string
}

export interface Project {
  id: string
  app_id: string
  ingestToken: string
  /** The account that created it. */
  owner: Account
}

/** A response other than expected. */
export class UnexpectedResponse extends Error {
  readonly status: number
  readonly body: string

  constructor(request: string, status: number, body: string) {
    super(`${request} → ${status} ${body.slice(0, 400)}`)
    this.status = status
    this.body = body
  }
}

/** Registers a new account, with a session of a kind. */
export async function register(url: string, name = 'proof', kind: 'cli' | 'mobile' = 'mobile'): Promise<Account> {
  const email = `${name}-${Math.random().toString(36).slice(2)}@example.com`
  const password = 'a password of the proofs'
  const body = await call<{ token: string }>(url, 'POST', '/api/auth/register', {
    headers: { 'x-service-client': kind },
    body: { email, password, name },
  })
  return { url, email, password, token: body.token }
}

/** Registers an account that the mobile app signs in to, which leaves the session of the test as it is. */
export function registerForPhone(url: string, name?: string): Promise<Account> {
  return register(url, name, 'cli')
}

/** Creates a project, in the account's first organization unless another is named, and keeps its ingest token. */
export async function createProject(
  account: Account,
  name: string,
  appId = 'com.example.shop',
  organizationId?: string,
): Promise<Project> {
  const made = await request(account, 'POST', '/api/projects', {
    name,
    app_id: appId,
    ...(organizationId === undefined ? {} : { organization_id: organizationId }),
  })
  return { id: made.project.id, app_id: appId, ingestToken: made.ingest_token, owner: account }
}

/** Sends an event of a type to a project. @returns the status of the response */
export async function report(
  url: string,
  { ingestToken, app_id }: Pick<Project, 'ingestToken' | 'app_id'>,
  type: string,
): Promise<number> {
  const response = await fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
    body: JSON.stringify({ exception_type: type, message: 'x', platform: 'node', app_id }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Lists every issue of a project, whatever its status. */
export async function listIssues(account: Account, project: Pick<Project, 'id'>): Promise<Issue[]> {
  const issues: Issue[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: IssuePage = await request(
      account,
      'GET',
      `/api/projects/${project.id}/issues?status=all&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    issues.push(...page.issues)
    cursor = page.next_cursor
  }
  return issues
}

/** Sends a request that the OpenAPI document has, of the account; throws on anything but 2xx. */
export function request<const Method extends string, const Url extends string>(
  account: Account,
  method: Method,
  url: DocumentedUrl<Method, Url>,
  body?: RequestBodyOf<Method, Url>,
): Promise<ResponseBodyOf<Method, Url>> {
  return call(account.url, method, url, {
    headers: { authorization: `Bearer ${account.token}` },
    ...(body === undefined ? {} : { body }),
  })
}

interface Call {
  headers?: Record<string, string>
  body?: unknown
}

async function call<T>(url: string, method: string, path: string, { headers = {}, body }: Call): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new UnexpectedResponse(`${method} ${path}`, response.status, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
