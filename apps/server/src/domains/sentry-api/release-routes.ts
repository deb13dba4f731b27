import { type Database, type Queryable, transaction } from '../../db/database.ts'
import { type App, type Caller, endpoint, noteRecords, refuseFullRecords } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { inBucketOf, ofBucketsWith } from '../projects/index.ts'
import {
  deleteRecord,
  findDeploys,
  findReleases,
  insertDeploy,
  putRelease,
  recordRelease,
  toDeploy,
} from '../releases/index.ts'
import { namedProject, projectsOf } from './sentry-project.ts'
import {
  longTextOf,
  projectsFor,
  readOrganizationRelease,
  shortTextOf,
  timestampOf,
  toReleaseFields,
  toSentryDeploy,
  toSentryRelease,
} from './sentry-releases.ts'
import { fieldsOf, noFurtherPage, textsOf, toolEndpoint } from './tool-endpoint.ts'

const maxDeploys = 100
type Params = Record<string, string>

interface Recording {
  db: Database
  space: App['recordsSpace']
}

interface ReleaseDeps {
  db: Database
  prefix: '/api/0/organizations/:org' | '/api/0/projects/:org/:project'
}

/** Mounts the releases of an organization, as version 3 of the tools calls them, or of a project, as version 2 does. */
export function mountReleaseRoutes(app: App, deps: ReleaseDeps): void {
  mountReleases(app, deps)
  mountDeploys(app, deps)
  mountUnsupported(app, deps)
}

function mountReleases(app: App, { db, prefix }: ReleaseDeps): void {
  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: `${prefix}/releases/` as '/api/0/organizations/:org/releases/',
    summary: 'Record a release',
    handler: async ({ caller, params, body, reply }) => {
      const { isNew, release } = await record({ db, space: app.recordsSpace }, caller, params, body)
      return reply.code(isNew ? 201 : 208).send(release)
    },
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: `${prefix}/releases/` as '/api/0/organizations/:org/releases/',
    summary: 'List releases',
    handler: async ({ caller, params, reply }) => {
      const name = projectOf(params)
      const projects = name === undefined ? await projectsOf(db, caller) : [await namedProject(db, caller, name)]
      const versions = new Set<string>()
      for (const { id } of projects.slice(0, 20))
        for (const { version } of await inBucketOf(db, id, () =>
          findReleases(db, id, { before: undefined, limit: 100 }),
        ))
          versions.add(version)
      const releases: object[] = []
      for (const version of [...versions].slice(0, 100))
        releases.push(toSentryRelease(await readOrganizationRelease(db, projects.slice(0, 20), version)))
      return reply.header('link', noFurtherPage).send(releases)
    },
  })

  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    endpoint(app, {
      ...toolEndpoint,
      method,
      url: `${prefix}/releases/:version/` as '/api/0/organizations/:org/releases/:version/',
      summary: 'Read, change or delete a release',
      handler: async ({ caller, params, body, reply }) => {
        if (method === 'PUT') return (await record({ db, space: app.recordsSpace }, caller, params, body)).release
        const { version, found } = await find(db, caller, params)
        if (method === 'GET') return toSentryRelease({ version, found })
        for (const { project } of found)
          await inBucketOf(db, project.id, () => transaction(db, (tx) => deleteRecord(tx, project.id, version)))
        return reply.code(204).send()
      },
    })
}

function mountDeploys(app: App, { db, prefix }: ReleaseDeps): void {
  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: `${prefix}/releases/:version/deploys/` as '/api/0/organizations/:org/releases/:version/deploys/',
    summary: 'Record a deploy',
    handler: async ({ caller, params, body: sent, reply }) => {
      const body = fieldsOf(sent)
      const version = shortTextOf(params.version) ?? ''
      const environment = shortTextOf(body.environment)
      if (environment === undefined)
        throw new Refusal('validation_failed', { errors: { environment: ['is required'] } })
      const { found } = await find(db, caller, params)
      const projectIds = found.map(({ project }) => project.id)
      await refuseFullProjects({ db, space: app.recordsSpace }, projectIds)
      const fields = { name: shortTextOf(body.name) ?? null, url: longTextOf(body.url) ?? null }
      const times = {
        started_at: timestampOf(body.dateStarted) ?? null,
        finished_at: timestampOf(body.dateFinished) ?? null,
      }
      const deploys = await Promise.all(
        projectIds.map((projectId) =>
          inBucketOf(db, projectId, async () => {
            const deploy = await transaction(db, async (tx) => {
              await putRelease(tx, { projectId, version, userId: caller.userId }, {})
              return toDeploy(await insertDeploy(tx, { projectId, version }, { environment, ...fields, ...times }))
            })
            noteRecords(app.recordsSpace, projectId, JSON.stringify(body).length)
            return deploy
          }),
        ),
      )
      return reply.code(201).send(toSentryDeploy(deploys[0]!))
    },
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: `${prefix}/releases/:version/deploys/` as '/api/0/organizations/:org/releases/:version/deploys/',
    summary: 'List the deploys of a release',
    handler: async ({ caller, params, reply }) => {
      const { version, found } = await find(db, caller, params)
      const lists = await Promise.all(
        found.map(({ project }) => inBucketOf(db, project.id, () => findDeploys(db, project.id, version, maxDeploys))),
      )
      return reply.header('link', noFurtherPage).send(lists.flat().map((one) => toSentryDeploy(toDeploy(one))))
    },
  })
}

/** Mounts what tools ask for and Bugle does not have: commits, repositories and single files. */
function mountUnsupported(app: App, { db, prefix }: ReleaseDeps): void {
  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: `${prefix}/releases/:version/previous-with-commits/` as '/api/0/organizations/:org/releases/:version/previous-with-commits/',
    summary: 'Say that no release before has commits',
    handler: async ({ caller }) => (caller === undefined ? undefined : {}),
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: `${prefix}/releases/:version/commits/` as '/api/0/organizations/:org/releases/:version/commits/',
    summary: 'List the commits of a release',
    handler: async ({ caller, params, reply }) => {
      await find(db, caller, params)
      return reply.header('link', noFurtherPage).send([])
    },
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: `${prefix}/repos/` as '/api/0/organizations/:org/repos/',
    summary: 'List no repositories',
    handler: async ({ reply }) => reply.header('link', noFurtherPage).send([]),
  })

  for (const method of ['GET', 'POST'] as const)
    endpoint(app, {
      ...toolEndpoint,
      method,
      url: `${prefix}/releases/:version/files/` as '/api/0/organizations/:org/releases/:version/files/',
      summary: 'Refuse single files',
      handler: async ({ reply }) =>
        reply.code(410).send({ detail: 'Use `sentry-cli sourcemaps upload` or `bugle sourcemaps upload`.' }),
    })
}

/** @throws Refusal if one of them is above its share of the records where it is */
async function refuseFullProjects({ db, space }: Recording, projectIds: readonly number[]): Promise<void> {
  await ofBucketsWith(db, projectIds, async (own) => {
    for (const projectId of own) refuseFullRecords(space, projectId)
  })
}

/** Records a release in the projects that a call is about. */
async function record({ db, space }: Recording, caller: Caller, params: Params, sent: unknown) {
  const body = fieldsOf(sent)
  const version = shortTextOf(params.version ?? body.version)
  if (version === undefined) throw new Refusal('validation_failed', { errors: { version: ['is required'] } })
  const projects = await projectsOfCall(db, caller, params, body)
  if (projects.length === 0) throw new Refusal('not_found')
  const known = await readOrganizationRelease(db, projects, version).catch(() => undefined)
  const projectIds = projects.map(({ id }) => id)
  await refuseFullProjects({ db, space }, projectIds)
  for (const projectId of projectIds)
    await inBucketOf(db, projectId, async () => {
      await recordRelease(db, { projectId, version, userId: caller.userId }, toReleaseFields(body))
      noteRecords(space, projectId, JSON.stringify(body).length)
    })
  return {
    isNew: known === undefined,
    release: toSentryRelease(await readOrganizationRelease(db, projects, version)),
  }
}

/** Returns the release that a path names. */
async function find(db: Queryable, caller: Caller, params: Params) {
  const version = shortTextOf(params.version) ?? ''
  return readOrganizationRelease(db, await projectsOfCall(db, caller, params, {}), version)
}

/** Returns the project of the path, or else those that the body names. */
function projectsOfCall(db: Queryable, caller: Caller, params: Params, body: Record<string, unknown>) {
  const name = projectOf(params)
  const named = name === undefined ? textsOf(body.projects) : [name]
  return projectsFor(db, caller, { named, version: shortTextOf(params.version ?? body.version) ?? '' })
}

function projectOf(params: Params): string | undefined {
  return params.project
}
