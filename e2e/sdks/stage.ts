import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Host } from './host.ts'

/** Shared set-up of the SDK stories: one built server per file, an account, a customer's folder. */
export class Stage {
  server!: BuiltServer
  account!: Account
  host!: Host
  readonly #appId: string

  constructor(appId: string) {
    this.#appId = appId
  }

  async open(name: string): Promise<void> {
    this.host = new Host()
    this.server = await BuiltServer.install()
    this.server.start()
    await this.server.ready()
    this.account = await register(this.server.url, name)
  }

  async close(): Promise<void> {
    await this.server?.remove()
    this.host?.remove()
  }

  /** Creates a project for each story, so that stories can run concurrently. */
  newProject(name: string): Promise<Project> {
    return createProject(this.account, name, this.#appId)
  }

  /** Environment for the programs of `examples/`. */
  settings(project: Project, endpoint = this.server.url): Record<string, string> {
    const store = join(this.host.directory, project.id)
    return { BUGLE_TOKEN: project.ingestToken, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: store }
  }
}

/** Sets up the stage before the file's tests, and removes it after them. */
export function openStage(name: string, appId: string): Stage {
  const stage = new Stage(appId)
  beforeAll(() => stage.open(name))
  afterAll(() => stage.close())
  return stage
}
