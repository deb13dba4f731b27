import { detectRelease } from '@bugle/protocol/vocabulary'
import { misuse } from './failure.ts'
import { readLogins, type StoredLogin } from './login-file.ts'
import { findProjectFile, type ProjectFile } from './project-file.ts'

/** Options that every command has. */
export interface GlobalOptions {
  url?: string
  token?: string
  project?: string
  json?: boolean
  quiet?: boolean
  verbose?: boolean
}

/** Options of the commands that concern a release. */
export interface ReleaseOptions {
  release?: string
  dist?: string
}

/** Where a value came from, for `whoami` and `doctor`. */
export type Source = 'flag' | 'environment' | 'bugle.json' | 'login'

export interface Setting {
  value: string
  source: Source
}

/** The settings of this command, and where each is set. */
export interface Settings {
  url: Setting | undefined
  token: Setting | undefined
  project: Setting | undefined
  release: Setting | undefined
  dist: Setting | undefined
  sourcemaps: NonNullable<ProjectFile['sourcemaps']>
  /** The stored login, if it is the one that is used. */
  login: StoredLogin | undefined
  projectFile: string | undefined
}

/**
 * Reads the settings: flags before the environment, before the nearest `bugle.json`, before the stored login. A stored
 * login is used for its own server alone.
 */
export async function readSettings(
  flags: GlobalOptions & ReleaseOptions,
  env: NodeJS.ProcessEnv,
  directory: string,
): Promise<Settings> {
  const found = await findProjectFile(directory)
  const file: ProjectFile = found?.file ?? {}
  const logins = await readLogins(env)
  const url = firstOf(
    ['flag', flags.url],
    ['environment', env.BUGLE_URL],
    ['bugle.json', file.url],
    ['login', logins.current],
  )
  const origin = url && { ...url, value: normalizeUrl(url.value) }
  const login = origin && logins.servers[origin.value]
  const token = firstOf(['flag', flags.token], ['environment', env.BUGLE_TOKEN], ['login', login?.token])
  return {
    url: origin,
    token,
    project: firstOf(['flag', flags.project], ['environment', env.BUGLE_PROJECT], ['bugle.json', file.project]),
    release: firstOf(
      ['flag', flags.release],
      ['environment', env.BUGLE_RELEASE],
      ['bugle.json', file.release],
      ['environment', detectRelease(env)],
    ),
    dist: firstOf(['flag', flags.dist], ['environment', env.BUGLE_DIST]),
    sourcemaps: file.sourcemaps ?? {},
    login: token?.source === 'login' ? login : undefined,
    projectFile: found?.path,
  }
}

/**
 * Brings the URL of a server into one spelling, without a slash at the end.
 *
 * @example normalizeUrl('https://Bugle.example.com/') // 'https://bugle.example.com'
 */
export function normalizeUrl(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw misuse(`"${text}" is not a URL.`, 'bugle login --url https://bugle.example.com')
  }
  if (!/^https?:$/.test(url.protocol))
    throw misuse(`The URL of the server begins with https:// or http://, not ${text}.`)
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

function firstOf(...given: [Source, string | undefined][]): Setting | undefined {
  for (const [source, value] of given) if (value !== undefined && value !== '') return { value, source }
  return undefined
}
