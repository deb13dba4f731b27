import { readFile } from 'node:fs/promises'
import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { misuse } from '../failure.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'
import { type ExportedProject, readExport } from '../read-export.ts'

interface ImportOptions extends OrganizationOptions {
  appPrefix: string
}

/** Creates the projects of an export, each with the keys that its programs have; a second run adds nothing. */
export async function run(context: Context, file: string, options: ImportOptions): Promise<void> {
  const exported = await readProjects(file)
  const organization = await organizationOf(context, options)
  const { projects } = await responseBody(context.api.GET('/api/projects', { params: { query: { limit: 100 } } }))
  const imported: { project: string; name: string; keys: number; skipped: number }[] = []
  for (const project of exported) {
    const known = projects.find((one) => one.name === project.name && one.organization_id === organization.id)
    const { id, name } = known ?? (await createProject(context, project, options.appPrefix, organization.id))
    const { keys, skipped } = await addKeys(context, id, project)
    imported.push({ project: id, name, keys, skipped })
  }
  context.output.list(
    imported,
    [
      ['project', ({ name }) => name],
      ['id', ({ project }) => project],
      ['keys', ({ keys }) => String(keys)],
      ['in use already', ({ skipped }) => String(skipped)],
    ],
    'The export has no project.',
  )
}

async function readProjects(file: string): Promise<ExportedProject[]> {
  try {
    return readExport(await readFile(file, 'utf8'))
  } catch (error) {
    throw misuse(`${file} is no export of Sentry, GlitchTip or Bugsink: ${(error as Error).message}`)
  }
}

async function createProject(
  { api }: Context,
  { name, slug }: ExportedProject,
  appPrefix: string,
  organizationId: string,
): Promise<Schemas['Project']> {
  const body = { name, organization_id: organizationId, app_id: `${appPrefix}${slug.replaceAll(/[^\w.-]+/g, '-')}` }
  return (await responseBody(api.POST('/api/projects', { body }))).project
}

async function addKeys(
  { api }: Context,
  id: string,
  { number, keys }: ExportedProject,
): Promise<{ keys: number; skipped: number }> {
  let added = 0
  for (const { label, key } of keys) {
    const body = { label, key, former_number: number }
    try {
      await api.POST('/api/projects/{id}/dsn-keys', { params: { path: { id } }, body })
      added++
    } catch (error) {
      // A key belongs to one project; a second run finds it in use.
      if (!(error instanceof ApiError && error.status === 422)) throw error
    }
  }
  return { keys: added, skipped: keys.length - added }
}
