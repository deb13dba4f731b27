import { type ApiClient, responseBody, type Schemas } from '@bugle/api-client'
import { SourcemapsError } from './sourcemaps-error.ts'

type Project = Schemas['Project']

/** Lists all projects that a token may read, oldest first. */
export async function listProjects(api: ApiClient): Promise<Project[]> {
  const projects: Project[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: 100, ...(cursor === '' ? {} : { cursor }) }
    const page: Schemas['ProjectPage'] = await responseBody(api.GET('/api/projects', { params: { query } }))
    projects.push(...page.projects)
    cursor = page.next_cursor
  }
  return projects
}

/**
 * Lists the projects that a user may mean: the one with this id, else those with this name or bundle identifier.
 *
 * @example matchProjects(await listProjects(api), 'com.example.shop')
 */
export function matchProjects(projects: Project[], wanted: string): Project[] {
  const byId = projects.filter(({ id }) => id === wanted)
  if (byId.length > 0) return byId
  const name = wanted.toLowerCase()
  return projects.filter((project) => project.name.toLowerCase() === name || project.app_ids.includes(wanted))
}

/** Whether a text is the id of a project, which needs no lookup. */
export function isProjectId(text: string): boolean {
  return /^prj_\w+$/.test(text)
}

/**
 * Finds the id of a project by its id, name or bundle identifier. An id is taken as it is, so that a token may be
 * without the scope `project:read`.
 */
export async function findProjectId(api: ApiClient, wanted: string): Promise<string> {
  if (isProjectId(wanted)) return wanted
  const found = matchProjects(await listProjects(api), wanted)
  if (found.length === 1) return found[0]!.id
  throw new SourcemapsError(
    found.length === 0
      ? `There is no project "${wanted}" that the token may read.`
      : `"${wanted}" is the name of ${found.length} projects. Use an id.`,
  )
}
