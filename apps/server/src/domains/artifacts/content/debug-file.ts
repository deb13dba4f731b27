import type { ArtifactKind } from '@bugle/protocol'
import type { IndexedKind } from '@bugle/symbols'

/** The kinds of artifacts that symbolicate what is not JavaScript. */
export type DebugFileKind = Extract<ArtifactKind, 'jvm_mapping' | 'native_symbols' | 'dart_names'>

const kinds: readonly ArtifactKind[] = ['jvm_mapping', 'native_symbols', 'dart_names'] satisfies DebugFileKind[]

export function isDebugFile(kind: ArtifactKind): kind is DebugFileKind {
  return kinds.includes(kind)
}

/** Returns the kind of index that a content becomes. */
export function indexedKindOf(kind: ArtifactKind | undefined): IndexedKind {
  return kind !== undefined && isDebugFile(kind) ? kind : 'source_map'
}
