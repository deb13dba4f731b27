import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Build, readBuild } from './read-build.ts'
import { SourcemapsError } from './sourcemaps-error.ts'

/** The bundle of a platform in an export of Expo. */
export interface ExpoBundle {
  platform: 'ios' | 'android'
  build: Build
}

interface Metadata {
  fileMetadata?: Partial<Record<string, { bundle?: unknown }>>
}

/**
 * Reads the output of `expo export`: the bundle of each phone's platform, with its map.
 *
 * @throws SourcemapsError if the folder is no such output
 * @example for (const { platform, build } of await readExpoExport('dist')) …
 */
export async function readExpoExport(folder: string): Promise<ExpoBundle[]> {
  const path = join(folder, 'metadata.json')
  let metadata: Metadata
  try {
    metadata = JSON.parse(await readFile(path, 'utf8')) as Metadata
  } catch (cause) {
    throw new SourcemapsError(`${folder} is no output of "expo export": ${path} cannot be read.`, { cause })
  }
  const whole = await readBuild([folder])
  return (['ios', 'android'] as const).flatMap((platform) => {
    const bundle = metadata.fileMetadata?.[platform]?.bundle
    if (typeof bundle !== 'string') return []
    const files = whole.files.filter((file) => resolve(file.path) === resolve(folder, bundle))
    return [{ platform, build: { files, lonelyMaps: [], pages: [] } }]
  })
}
