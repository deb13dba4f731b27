import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure } from './failure.ts'

/** A stored login. */
export interface StoredLogin {
  token: string
  /** A session ends with a later login of this kind; an API token does not. */
  kind: 'session' | 'api_token'
  email?: string
}

interface LoginFile {
  /** The server of the last login: the default without any other setting. */
  current?: string
  /** One login for each server, by its URL. */
  servers: Record<string, StoredLogin>
}

/**
 * Returns the path of the file with logins, below `$XDG_CONFIG_HOME`.
 *
 * @example loginPath({ XDG_CONFIG_HOME: '/home/ada/.config' }) // '/home/ada/.config/bugle/logins.json'
 */
export function loginPath(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: configured, HOME: home = homedir() } = env
  return join(configured || join(home, '.config'), 'bugle', 'logins.json')
}

/** Reads the stored logins; there may be none. */
export async function readLogins(env: NodeJS.ProcessEnv): Promise<LoginFile> {
  const path = loginPath(env)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} }
    throw error
  }
  try {
    const { current, servers } = JSON.parse(text) as Partial<LoginFile>
    return { ...(current === undefined ? {} : { current }), servers: { ...servers } }
  } catch {
    throw new Failure(`${path} is not valid JSON.`, { remedy: `rm '${path}' && bugle login` })
  }
}

/** Stores a login and makes its server the default. */
export async function storeLogin(env: NodeJS.ProcessEnv, url: string, login: StoredLogin): Promise<void> {
  const { servers } = await readLogins(env)
  await writeLogins(env, { current: url, servers: { ...servers, [url]: login } })
}

/** Forgets the login of a server. */
export async function forgetLogin(env: NodeJS.ProcessEnv, url: string): Promise<void> {
  const { current, servers } = await readLogins(env)
  const { [url]: _, ...others } = servers
  const next = current === url ? Object.keys(others)[0] : current
  await writeLogins(env, { ...(next === undefined ? {} : { current: next }), servers: others })
}

/** Replaces the file as a whole, readable by its owner alone. */
async function writeLogins(env: NodeJS.ProcessEnv, logins: LoginFile): Promise<void> {
  const path = loginPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}`
  await writeFile(beside, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  await rename(beside, path)
}
