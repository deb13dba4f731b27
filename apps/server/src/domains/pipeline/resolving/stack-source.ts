import type { IngestEvent } from '@bugle/protocol'
import { programImagesOf } from '../../artifacts/index.ts'
import { programFile } from '../../grouping/index.ts'
import { bundleImagesOf, updateIdOf } from './symbolication-input.ts'

/** Facts of an event that distinguish equal positions in its stack. */
export interface StackSource {
  /** Whether a frame may resolve although no name looks generated: files or the program have ids, or the project has maps. */
  mayResolve: boolean
  /** Names the content of a file: by its debug id, else by update, release and address. */
  fileKey: (file: string) => string
}

export function stackSourceOf(event: IngestEvent, hasArtifacts: boolean): StackSource {
  const images = bundleImagesOf(event.debug_meta)
  const updateId = updateIdOf(event.contexts ?? {})
  const ids = new Map(images.map(({ codeFile, debugId }) => [withoutQuery(codeFile), debugId.toLowerCase()]))
  const programs = programImagesOf(event.debug_meta).flatMap(({ debugId, buildId }) => debugId ?? buildId ?? [])
  return {
    mayResolve: hasArtifacts || images.length > 0 || programs.length > 0,
    fileKey: (file) => {
      if (file === programFile)
        return JSON.stringify(programs.length > 0 ? programs : [event.release ?? null, event.dist ?? null, file])
      const plain = withoutQuery(file)
      return ids.get(plain) ?? JSON.stringify([updateId, event.release ?? null, event.dist ?? null, plain])
    },
  }
}

function withoutQuery(file: string): string {
  const end = file.search(/[?#]/)
  return end < 0 ? file : file.slice(0, end)
}
