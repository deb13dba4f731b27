/** Bounds of one map. A map beyond them is refused; none is raised to fit. */
export interface Limits {
  /** Bytes of the file, unpacked. */
  fileBytes: number
  /** Segments of `mappings`, over all sections. */
  tokens: number
  /** Entries of `sources`, over all sections. */
  sources: number
  /** Entries of `names`, over all sections. */
  names: number
  /** Bytes of one entry of `sourcesContent`. */
  sourceBytes: number
  /** Sections of an index map. */
  sections: number
  /** Classes of a mapping of R8 or ProGuard. */
  classes: number
  /** Bytes that the index needs for one class of a mapping. */
  classBytes: number
  /** Functions of a native debug file, inlined calls among them. */
  functions: number
  /** Ranges of addresses of a native debug file, and rows of its line tables. */
  ranges: number
  /** Attributes and bytes that are read of a native debug file: its parts may refer to each other again and again. */
  steps: number
}

/** The limits unless a setting says otherwise: they hold for every map that we met, with a factor of two to spare. */
export const defaultLimits: Limits = {
  fileBytes: 128 * 1024 * 1024,
  tokens: 32_000_000,
  sources: 200_000,
  names: 4_000_000,
  sourceBytes: 16 * 1024 * 1024,
  sections: 100_000,
  classes: 1_000_000,
  classBytes: 8 * 1024 * 1024,
  functions: 8_000_000,
  ranges: 8_000_000,
  steps: 300_000_000,
}

/** Bytes kept of a path, of a name, and of an id; the rest is cut. */
export const maxPathBytes = 2_000
export const maxNameBytes = 500
export const maxIdBytes = 100
