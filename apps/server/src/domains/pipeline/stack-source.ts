import type { IngestEvent } from '@bugle/protocol'
import { imagesOf, updateIdOf } from './debug-images.ts'

/** Facts of an event that distinguish equal positions in its stack. */
export interface StackSource {
  /** Whether a frame may resolve although no name looks generated: files have debug ids, or the project has maps. */
  mayResolve: boolean
  /** Names the content of a file: by its debug id, else by update, release and address. */
  fileKey: (file: string) => string
}

export function stackSourceOf(event: IngestEvent, hasArtifacts: boolean): StackSource {
  const images = imagesOf(event.debug_meta)
  const updateId = updateIdOf(event.contexts ?? {})
  const ids = new Map(images.map(({ codeFile, debugId }) => [withoutQuery(codeFile), debugId.toLowerCase()]))
  return {
    mayResolve: hasArtifacts || images.length > 0,
    fileKey: (file) => {
      const plain = withoutQuery(file)
      return ids.get(plain) ?? JSON.stringify([updateId, event.release ?? null, event.dist ?? null, plain])
    },
  }
}

function withoutQuery(file: string): string {
  const end = file.search(/[?#]/)
  return end < 0 ? file : file.slice(0, end)
}
