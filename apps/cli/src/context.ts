import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, createApiClient, type Schemas } from '@bugle/api-client'
import { isProjectId, listProjects, matchProjects } from '@bugle/sourcemaps'
import { exitCodes, Failure, misuse } from './failure.ts'
import { Output, oneLine, type Stream } from './output.ts'
import { type GlobalOptions, type ReleaseOptions, readSettings, type Settings } from './settings.ts'
import { version } from './version.ts'

/** Parts of the process that a command uses; tests pass their own. */
export interface Host {
  env: NodeJS.ProcessEnv
  directory: string
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: Stream
  stderr: Stream
  /** Aborted when the user interrupts. */
  signal: AbortSignal
}

/** The options of a command, with those that every command has. */
export type AnyOptions = GlobalOptions & ReleaseOptions

/** The settings, the server and the terminal, as a command uses them. */
export class Context {
  readonly host: Host
  readonly settings: Settings
  readonly output: Output
  /** Set by a command that ends as another program did. */
  exitCode: number | undefined
  #project: Promise<Schemas['Project']> | undefined

  constructor(host: Host, settings: Settings, output: Output) {
    this.host = host
    this.settings = settings
    this.output = output
  }

  /** URL of the server, without a slash at the end. */
  get url(): string {
    const { url } = this.settings
    if (url === undefined) throw misuse('Which server? None is set.', 'bugle login --url https://bugle.example.com')
    return url.value
  }

  /** Whether somebody can be asked. */
  get isInteractive(): boolean {
    return this.host.stdin.isTTY === true && !this.output.json && !this.host.env.CI
  }

  /** The selected token; without one the command cannot go on. */
  get token(): string {
    const { token } = this.settings
    if (token === undefined)
      throw new Failure(`You are not logged in to ${this.url}.`, { exitCode: exitCodes.denied, remedy: 'bugle login' })
    return token.value
  }

  /** The API, called with the selected token. */
  get api(): ApiClient {
    return this.apiWith({ authorization: `Bearer ${this.token}` })
  }

  /** The API, called with other headers. */
  apiWith(headers: Record<string, string>): ApiClient {
    return createApiClient({
      baseUrl: this.url,
      headers: { 'x-service-client': 'cli', 'user-agent': userAgent, ...headers },
      fetch: this.fetch,
    })
  }

  /** Sends a request; `--verbose` prints it, without headers. */
  readonly fetch = async (request: Request | string, init: RequestInit = {}): Promise<Response> => {
    const sent = new Request(request, init)
    // A redirect of a read is followed, without the token. Writes go to the selected server alone.
    const asked = isRead(sent) ? sent : new Request(sent, { redirect: 'manual' })
    const began = performance.now()
    const signal = AbortSignal.any([this.host.signal, asked.signal])
    const response = await fetch(asked, { signal }).catch(async (error: unknown) => {
      // Reading may be repeated: a cut connection should not end a command.
      if (!isRead(asked) || signal.aborted) throw error
      await pause(repeatAfterMs, undefined, { signal })
      return fetch(asked, { signal })
    })
    const milliseconds = Math.round(performance.now() - began)
    this.output.detail(`${asked.method} ${asked.url} → ${response.status} in ${milliseconds} ms`)
    if (!isRead(asked) && response.status >= 300 && response.status < 400)
      throw new Failure(`${this.url} redirects to ${oneLine(response.headers.get('location') ?? 'another address')}.`, {
        exitCode: exitCodes.failed,
        remedy: 'bugle login --url ADDRESS, with the address that the server has',
      })
    return response
  }

  /** The selected project: the one that is set, by id, name or bundle identifier, else the only one there is. */
  project(): Promise<Schemas['Project']> {
    this.#project ??= this.#findProject()
    return this.#project
  }

  async #findProject(): Promise<Schemas['Project']> {
    const wanted = this.settings.project?.value
    const projects = await this.projects()
    if (wanted === undefined) {
      if (projects.length === 1) return projects[0]!
      if (projects.length === 0)
        throw new Failure('There is no project yet.', {
          exitCode: exitCodes.nothingFound,
          remedy: 'bugle projects create NAME --app-id com.example.app',
        })
      throw misuse(`Which project? There are ${projects.length}.`, 'bugle projects use NAME')
    }
    const found = onlyOne(matchProjects(projects, wanted), wanted)
    if (found === undefined)
      throw new Failure(`There is no project "${wanted}" that you can access.`, {
        exitCode: exitCodes.nothingFound,
        remedy: 'bugle projects list',
      })
    return found
  }

  /** Id of the selected project. One that is set is not looked up, so that a token for uploads alone will do. */
  async projectId(): Promise<string> {
    const wanted = this.settings.project?.value
    return wanted !== undefined && isProjectId(wanted) ? wanted : (await this.project()).id
  }

  /** Lists all projects, oldest first. */
  projects(): Promise<Schemas['Project'][]> {
    return listProjects(this.api)
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A second attempt comes this long after a connection broke. */
const repeatAfterMs = 300

/** Names the command line in the list of sessions. */
export const userAgent = `bugle-cli/${version} (${process.platform})`

function onlyOne(found: Schemas['Project'][], wanted: string): Schemas['Project'] | undefined {
  if (found.length > 1)
    throw misuse(`"${wanted}" is the name of ${found.length} projects. Use an id.`, 'bugle projects list')
  return found[0]
}

/** Reads the settings for a command. */
export async function createContext(options: AnyOptions, host: Host): Promise<Context> {
  const { json = false, quiet = false, verbose = false } = options
  const { stdout, stderr, env, directory } = host
  const output = new Output({ stdout, stderr, env, json, quiet, verbose })
  return new Context(host, await readSettings(options, env, directory), output)
}
