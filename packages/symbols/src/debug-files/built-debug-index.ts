/** The facts about a debug file that are known once it is indexed. */
export interface BuiltDebugIndex {
  version: number
  /** Bytes of all pages. */
  bytes: number
  /** Bytes of the file. */
  fileBytes: number
  /** The id that tools of other trackers name the file by; '' when it has none. */
  debugId: string
  /** The id that the build tool wrote into program and file, in hex; '' when it has none. */
  buildId: string
  /** Source files that it names. */
  sources: number
}
