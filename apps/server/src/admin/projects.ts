import { parseProjectId, toProjectId } from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../db/database.ts'
import { markProjectDeleted } from '../domains/projects/index.ts'
import { formatBytes } from './format-bytes.ts'
import { formatColumns } from './format-columns.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'
import { findProjects, type ProjectRow } from './project-store.ts'
import type { ChangeOptions } from './users.ts'

export async function listProjects(
  db: Queryable,
  { isBySize, print }: { isBySize: boolean; print: ChangeOptions['print'] },
): Promise<void> {
  const projects = await findProjects(db)
  if (isBySize) projects.sort((a, b) => b.storedBytes - a.storedBytes)
  const rows = projects.map(({ id, name, email, events, storedBytes, lastEventAt }) => [
    toProjectId(id),
    storedBytes === 0 && events > 0 ? 'not packed yet' : formatBytes(storedBytes),
    plural(events, 'event'),
    lastEventAt === null ? 'no event yet' : `last event ${lastEventAt.toISOString().slice(0, 10)}`,
    email ?? 'no owner',
    name,
  ])
  for (const line of formatColumns(rows)) print(line)
  print(plural(projects.length, 'project'))
  if (isBySize) print('Sizes are those of packed events and screenshots. Events are packed when they are an hour old.')
}

/** Deletes a project: its tokens are refused and it cannot be read from now on; the server erases its data later. */
export async function deleteProject(db: Database, id: string, { isDryRun, print }: ChangeOptions): Promise<void> {
  const project = await getProject(db, id)
  const what = `${id} (${project.name}, of ${project.email ?? 'nobody'}, ${project.events} events)`
  if (isDryRun) return print(`${what} would be deleted with all its data. (dry run: nothing was changed)`)
  await transaction(db, (tx) => markProjectDeleted(tx, project.id))
  print(`${what} is deleted. Its tokens are refused from now on; the server will erase its data.`)
}

/** @throws OperatorError if there is no such project */
async function getProject(db: Queryable, id: string): Promise<ProjectRow> {
  const number = parseProjectId(id)
  const [project] = number === undefined ? [] : await findProjects(db, number)
  if (project === undefined) throw new OperatorError(`There is no project ${id}. «project list» shows all.`)
  return project
}
