import { rm } from 'node:fs/promises'
import type { Build } from './read-build.ts'
import { isUnusable, type UploadedFile } from './upload-build.ts'

/** Deletes the maps of a build that the server has, so that they are not served; returns how many. */
export async function deleteMaps({ files, lonelyMaps }: Build, uploaded: UploadedFile[]): Promise<number> {
  const kept = new Set(uploaded.filter(isUnusable).map(({ name }) => name))
  const maps = [...files.flatMap(({ map }) => (map.kind === 'file' ? [map] : [])), ...lonelyMaps]
  const deleted = maps.filter(({ name }) => !kept.has(name))
  await Promise.all(deleted.map(({ path }) => rm(path, { force: true })))
  return deleted.length
}
