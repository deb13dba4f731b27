import { createApiClient } from '@bugle/api-client'
import {
  deleteMaps,
  findProjectId,
  injectBuild,
  isUnusable,
  listUploads,
  readBuild,
  uploadBuild,
} from '@bugle/sourcemaps'
import type { Settings } from './options.ts'

/** Says what happened, in the way of the bundler. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}

/** A build waits a few seconds for a server that is away, not half a minute. */
const attempts = 3

/**
 * Injects debug ids into the files of an output folder, uploads their maps, and deletes maps that are not to be served.
 *
 * @param areMapsOurs the plugin asked for the maps, so nobody else needs them
 * @throws what went wrong, if the options are strict; else it is a warning
 */
export async function processOutput(folder: string, settings: Settings, areMapsOurs: boolean, log: Log): Promise<void> {
  try {
    await inject(folder, settings, log)
    await upload(folder, settings, areMapsOurs, log)
  } catch (error) {
    if (settings.strict) throw error
    log.warn(`${(error as Error).message} Errors of this build will be minified until its maps are uploaded.`)
  }
}

async function inject(folder: string, { ignore }: Settings, log: Log): Promise<void> {
  const { staleHashes } = await injectBuild(await readBuild([folder], ignore))
  for (const script of staleHashes)
    log.warn(
      `${script} contains a hash for Subresource Integrity of a file that has changed. Compute it after this step.`,
    )
}

async function upload(folder: string, settings: Settings, areMapsOurs: boolean, log: Log): Promise<void> {
  const { url, token, release, dist, urlPrefix, ignore } = settings
  const build = await readBuild([folder], ignore)
  const { sources, notMaps } = await listUploads(build, urlPrefix === undefined ? {} : { urlPrefix })
  for (const { name, reason } of notMaps) log.warn(`${name} is not a source map: ${reason}.`)
  if (sources.length === 0) return log.warn(`There are no source maps in ${folder}.`)
  const api = createApiClient({ baseUrl: url, headers: { authorization: `Bearer ${token}` } })
  const projectId = await findProjectId(api, settings.project)
  const { files, sentBytes } = await uploadBuild({ api, projectId }, sources, { release, dist, attempts })
  log.info(
    `${files.length} source maps of this build are on the server, ${Math.ceil(sentBytes / 1000)} kB of them new.`,
  )
  log.info('Deploy the files of this folder as they are: they register the ids by which the server finds their maps.')
  for (const { name, reason } of files.filter(isUnusable)) log.warn(`${name}: ${reason ?? 'the server cannot use it.'}`)
  if (settings.deleteMaps ?? areMapsOurs) await deleteMaps(build, files)
  if (settings.strict && notMaps.length + files.filter(isUnusable).length > 0)
    throw new Error('The server cannot use all of the maps.')
}
