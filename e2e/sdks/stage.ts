import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Host } from './host.ts'

/** What the stories of the clients play on: one built server for all of a file, an account, a customer's folder. */
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

  /** A project of its own for each story, so that they may run at the same time. */
  newProject(name: string): Promise<Project> {
    return createProject(this.account, name, this.#appId)
  }

  /** What the programs of `examples/` read from their environment. */
  settings(project: Project, endpoint = this.server.url): Record<string, string> {
    const store = join(this.host.directory, project.id)
    return { BUGLE_TOKEN: project.ingestToken, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: store }
  }
}

/** Opens the stage before the tests of the file, and closes it behind them. */
export function openStage(name: string, appId: string): Stage {
  const stage = new Stage(appId)
  beforeAll(() => stage.open(name))
  afterAll(() => stage.close())
  return stage
}
