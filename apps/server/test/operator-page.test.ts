import { describe, expect, it } from 'vitest'
import { addOwner, listOrganizations, makeOperator } from '../src/admin/organizations.ts'
import { revokeToken } from '../src/admin/tokens.ts'
import { join, organizationOf } from './organization.ts'
import { newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const { ofServer } = server.database
const lines: string[] = []
const run = { isDryRun: false, print: (line: string) => void lines.push(line) }

describe('the page of the operator', async () => {
  const app = await newReporter(server)
  const { session } = app
  await app.readEvent((await app.report()).event_id)
  const paths = ['/api/operator', '/api/operator/users', '/api/operator/organizations']

  it('does not exist for others, owners included', async () => {
    for (const path of paths) expect((await session.raw('GET', path)).status).toBe(404)
  })

  it('shows the state, the accounts and the organizations to whom a command has named', async () => {
    await makeOperator(ofServer, session.email, { ...run, isRemoved: false })
    expect((await session.me()).is_operator).toBe(true)
    const { body } = await session.request('GET', '/api/operator')
    expect(body).toMatchObject({ version: 'test', retention_days: 90, counts: { users: 1, projects: 1 } })
    expect(body.checks.map(({ name }: { name: string }) => name)).toContain('version')
    const { users } = (await session.request('GET', '/api/operator/users')).body
    expect(users).toMatchObject([{ email: session.email, is_operator: true, organizations: 1, projects: 1 }])
    const { organizations } = (await session.request('GET', '/api/operator/organizations')).body
    expect(organizations).toMatchObject([{ owners: [session.email], members: 1, projects: 1, events: 1 }])
  })

  it('ends with the next command', async () => {
    await makeOperator(ofServer, session.email, { ...run, isRemoved: true })
    for (const path of paths) expect((await session.raw('GET', path)).status).toBe(404)
  })
})

describe('the commands', () => {
  it('list organizations, and give one an owner again', async () => {
    const owner = await server.register({ name: 'Acme' })
    const organization = await organizationOf(owner)
    const member = await join(server, { owner, organization, role: 'viewer' })
    await listOrganizations(ofServer, run.print)
    expect(lines.find((line) => line.includes(organization))).toMatch(/2 members .* Acme$/)
    await addOwner(ofServer, organization, member.email, run)
    expect((await member.me()).organizations.at(-1)).toMatchObject({ id: organization, role: 'owner' })
    const { entries } = (await owner.request('GET', `/api/organizations/${organization}/audit`)).body
    expect(entries[0]).toMatchObject({ action: 'member.role_changed', actor: { kind: 'operator', name: null } })
    await expect(addOwner(ofServer, 'org_nothing', member.email, run)).rejects.toThrow('There is no organization')
  })

  it('revoke a token of an organization that leaked', async () => {
    const owner = await server.register()
    const path = `/api/organizations/${await organizationOf(owner)}/tokens` as const
    const { token } = (await owner.request('POST', path, { body: { name: 'CI', scopes: ['project:read'] } })).body
    await revokeToken(ofServer, token, run)
    expect(lines.at(-1)).toContain('Ann')
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(401)
  })
})
