import { type Account, createProject, type Project, register, request } from '../e2e/harness/account.ts'
import { BuiltServer } from '../e2e/harness/built-server.ts'
import { appId } from './events.ts'
import { type CpuTimes, readCpu } from './measure.ts'
import { StoredData } from './stored-data.ts'

/** The measured Bugle, with an account and its projects. */
export interface Subject {
  server: BuiltServer
  account: Account
  projects: Project[]
  tokens: string[]
  data: StoredData
  /** Seconds from the start of an empty installation to ready. */
  firstStart: number
  cpu(): CpuTimes
  close(): Promise<void>
}

/** Installs, starts, registers and creates the projects. */
export async function startSubject(
  projectCount: number,
  environment: Record<string, string>,
  postmaster: number | undefined,
): Promise<Subject> {
  const databaseUrl = process.env.DATABASE_URL ?? ''
  const server = await BuiltServer.install({ ...environment, DATABASE_URL: databaseUrl })
  server.start()
  const firstStart = (await server.ready()) / 1000
  const account = await register(server.url, 'bench')
  const projects = await createProjects(account, projectCount)
  const data = new StoredData(server.dataDirectory, databaseUrl)
  return {
    server,
    account,
    projects,
    tokens: projects.map(({ ingestToken }) => ingestToken),
    data,
    firstStart,
    cpu: () => readCpu(server.dataDirectory, postmaster),
    async close() {
      await data.close()
      await server.remove()
    },
  }
}

/** Projects of an organization, below the 200 that one may have. */
const organizationProjects = 150

/** Creates projects for the bench's events, in organizations of their own. */
export async function createProjects(account: Account, count: number): Promise<Project[]> {
  const projects: Project[] = []
  let organizationId = ''
  for (let index = 0; index < count; index += 1) {
    if (index % organizationProjects === 0) organizationId = await createOrganization(account, `shops from ${index}`)
    projects.push(await createProject(account, `shop ${index}`, appId, organizationId))
  }
  return projects
}

async function createOrganization(account: Account, name: string): Promise<string> {
  const { organization } = await request(account, 'POST', '/api/organizations', {
    name,
  })
  return organization.id
}
