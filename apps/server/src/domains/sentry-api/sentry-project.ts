import { parseProjectId } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { findProjects, type ProjectRecord } from '../projects/index.ts'

const pageSize = 100

/** Returns the form of a project's name in which the tools know projects. `slugOf('My Shop!') === 'my-shop'` */
export function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'project'
  )
}

/** Returns all projects of the caller. */
export async function projectsOf(db: Queryable, caller: Caller): Promise<ProjectRecord[]> {
  const all: ProjectRecord[] = []
  for (;;) {
    const page = await findProjects(db, caller, { after: all.at(-1)?.id, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/**
 * Finds a project of the caller by what a tool calls it: its id, its number, or its name as a slug.
 *
 * @throws Refusal `not_found`, in words
 */
export async function namedProject(db: Queryable, caller: Caller, name: string): Promise<ProjectRecord> {
  const all = await projectsOf(db, caller)
  const number = parseProjectId(name) ?? Number(name)
  const byNumber = all.find(({ id }) => id === number)
  const bySlug = all.filter((project) => slugOf(project.name) === name.toLowerCase())
  const [project, ...others] = byNumber === undefined ? bySlug : [byNumber]
  const shown = JSON.stringify(name.slice(0, 100))
  if (project === undefined)
    throw new Refusal('not_found', {
      message: `There is no project ${shown} that this token may use. Name it by its id (prj_…) or its name, such as my-shop.`,
    })
  if (others.length > 0)
    throw new Refusal('not_found', { message: `Several projects are named ${shown}. Name it by its id (prj_…).` })
  return project
}
