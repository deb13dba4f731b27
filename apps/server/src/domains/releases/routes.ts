import {
  AddDeployBody,
  DeleteArtifactsResponse,
  limits,
  PutReleaseBody,
  ReleaseDeployResponse,
  ReleasePage,
  ReleaseResponse,
} from '@bugle/protocol'
import Type from 'typebox'
import { transaction } from '../../db/database.ts'
import { type App, endpoint, listEndpoint, positionCount } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { deleteArtifactsOf } from '../artifacts/index.ts'
import { insertDeploy } from './deploy-store.ts'
import { findReleases } from './release-list-store.ts'
import { deleteRecord, putRelease } from './release-store.ts'
import { type ReadDeps, readRelease, recordRelease, toDeploy, toRelease } from './show-release.ts'

export type ReleaseDeps = ReadDeps

/** Mounts the routes of releases. */
export function mountReleases(app: App, deps: ReleaseDeps): void {
  const { db } = deps

  listEndpoint(app, {
    url: '/api/projects/:id/releases',
    summary: 'List the releases of events and of builds, newest first',
    tag: 'Projects',
    scope: 'project:read',
    response: ReleasePage,
    position: Type.Object({
      at: positionCount,
      version: Type.String({ maxLength: limits.shortText, pattern: '^[^\\u0000]*$' }),
    }),
    find: ({ projectId }, { after, limit }) => findReleases(db, projectId, { before: after, limit }),
    positionOf: ({ position: at, version }) => ({ at, version }),
    show: (releases) => ({ releases: releases.map(toRelease) }),
  })

  endpoint(app, {
    method: 'PUT',
    url: '/api/projects/:id/releases/:version',
    summary: 'Create or update the record of a release',
    description: 'Omitted fields stay as they are. `version` is the release that events name, percent-encoded.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    addsRecords: true,
    body: PutReleaseBody,
    bodyLimit: 4 * 1024 * 1024,
    response: ReleaseResponse,
    handler: async ({ caller: { userId }, projectId, params, body }) => {
      const version = versionOf(params)
      await recordRelease(db, { projectId, version, userId }, body)
      return { release: await readRelease(deps, { projectId, version }) }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/releases/:version',
    summary: 'Get a release: what is new and regressed in it, its events and artifacts',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: ReleaseResponse,
    handler: async ({ projectId, params }) => ({
      release: await readRelease(deps, { projectId, version: versionOf(params) }),
    }),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/releases/:version',
    summary: 'Delete the record of a release',
    description: 'Its commits, deploys and updates. Its events, issues and artifacts stay.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    handler: async ({ projectId, params }) => {
      const version = versionOf(params)
      if (!(await transaction(db, (tx) => deleteRecord(tx, projectId, version)))) throw new Refusal('not_found')
      return undefined
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/releases/:version/deploys',
    summary: 'Record a deploy of a release',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    addsRecords: true,
    body: AddDeployBody,
    response: ReleaseDeployResponse,
    status: 201,
    handler: async ({ caller: { userId }, projectId, params, body }) => {
      const key = { projectId, version: versionOf(params), userId }
      return transaction(db, async (tx) => {
        await putRelease(tx, key, {})
        return { deploy: toDeploy(await insertDeploy(tx, key, body)) }
      })
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/releases/:version/artifacts',
    summary: 'Delete the artifacts of a release',
    description: 'What is resolved already stays so.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    response: DeleteArtifactsResponse,
    handler: async ({ projectId, params }) => ({
      deleted_count: await deleteArtifactsOf(db, projectId, versionOf(params)),
    }),
  })
}

/** @throws Refusal `not_found` if no release can have this name */
function versionOf({ version }: { version: string }): string {
  if (version.length > limits.shortText || version.includes('\0')) throw new Refusal('not_found')
  return version.toWellFormed()
}
