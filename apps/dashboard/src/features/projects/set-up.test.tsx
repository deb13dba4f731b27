import type { Project } from '@bugle/presentation/types'
import type { Role } from '@bugle/protocol/vocabulary'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PermissionsContext } from '../../lib/permissions.tsx'
import { SetUp } from './set-up.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: unknown }) => children }))

const project = {
  id: 'prj_1',
  organization_id: 'org_1',
  name: 'Shop',
  app_id: 'com.example.shop',
  platform: 'node',
  ingest_token_last4: 'abcd',
} as Project

const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  const respond = async (asked: Request) => {
    sent.push(`${asked.method} ${new URL(asked.url).pathname}`)
    const isReplaced = asked.url.endsWith('/regenerate')
    return Response.json(isReplaced ? { ingest_token: 'bgl_live_new', project } : { issues: [], dsn_keys: [] })
  }
  vi.stubGlobal('fetch', vi.fn(respond))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(role: Role, shown = project) {
  const organizations = [{ id: 'org_1', name: 'Acme', role }]
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <PermissionsContext value={{ organizations, projects: [shown] }}>
        <SetUp project={shown} snippet="Node" onSnippet={() => {}} />
      </PermissionsContext>
    </QueryClientProvider>,
  )
}

it('replaces a token in use only after a question', async () => {
  show('owner')
  const replaced = () => sent.filter((one) => one === 'POST /api/projects/prj_1/regenerate')
  fireEvent.click(screen.getByRole('button', { name: 'Replace token…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Replace the token ending in abcd' })
  expect(dialog.textContent).toContain('refused after an hour')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(replaced()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Replace token…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Replace token' }))
  await waitFor(() => expect(replaced()).toHaveLength(1))
  await screen.findByText('bgl_live_new')
})

it.each(['member', 'viewer'] as const)('offers a %s no replacement, which would be refused', (role) => {
  show(role)
  expect(screen.queryByRole('button', { name: /Replace token/ })).toBeNull()
})

it('names the plugin that uploads source maps where a bundler makes the code, ready to paste', () => {
  show('owner', { ...project, platform: 'web' })
  expect(screen.getByText(/npm i -D .*\/sdk\/npm\/bugle-bundler\.tgz/)).toBeDefined()
  expect(screen.getByText(/plugins: \[bugle\(\{ url: '.*', project: 'prj_1' \}\)\]/)).toBeDefined()
  expect(screen.getByText(/BUGLE_TOKEN/)).toBeDefined()
  cleanup()
  show('owner')
  expect(screen.queryByText(/bugle-bundler/)).toBeNull()
})
