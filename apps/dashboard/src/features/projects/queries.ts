import type { Schemas } from '@bugle/api-client'
import { projectQueries } from '@bugle/client-state/queries/projects'
import { source } from '../../lib/source.ts'

export type Project = Schemas['Project']
export type Platform = NonNullable<Project['platform']>

export const { loaderQuery, notificationsQuery, projectQuery, projectsQuery } = projectQueries(source)
