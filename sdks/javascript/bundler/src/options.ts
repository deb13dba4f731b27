/** Options of the plugin; each has a variable of the environment, as in the command line. */
export interface BugleOptions {
  /** URL of the Bugle server (`BUGLE_URL`). */
  url?: string
  /** API token with the scope `artifact:write` (`BUGLE_TOKEN`). Without one, the plugin does nothing. */
  token?: string
  /** Id, name or bundle identifier of the project (`BUGLE_PROJECT`). A name needs the scope `project:read` as well. */
  project?: string
  /** The running build (`BUGLE_RELEASE`, else what hosting platforms set). Maps are found by debug id, also without one. */
  release?: string
  /** Variant of the release (`BUGLE_DIST`). */
  dist?: string
  /** Address of the output folder; `~/` by default, where `~` is any origin. */
  urlPrefix?: string
  /** Files to leave out, by patterns with `*`, `**` and `?` of their names below the output folder. */
  ignore?: string[]
  /**
   * Deletes the maps that were uploaded, so that they are not served. By default those that the plugin asked for, and
   * not those of a build that makes maps anyway.
   */
  deleteMaps?: boolean
  /** Fails the build where an upload fails. By default it is a warning: a build must not depend on an error tracker. */
  strict?: boolean
}

/** Options with the environment applied. */
export interface Settings extends BugleOptions {
  url: string
  token: string
  project: string
}
