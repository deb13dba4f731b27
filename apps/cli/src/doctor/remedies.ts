/** The command that mends a reason; docs of the reasons stand in the dashboard's help. */
const remedies: Record<string, string> = {
  no_map: 'bugle sourcemaps upload DIR',
  wrong_release: 'bugle sourcemaps upload DIR --release RELEASE-OF-THE-EVENT',
  dist_differs: 'bugle sourcemaps upload DIR --dist DIST-OF-THE-EVENT',
  debug_id_unknown: 'bugle sourcemaps upload DIR',
  no_debug_id: 'bugle sourcemaps inject DIR',
  map_missing_for_file: 'bugle sourcemaps upload DIR',
  map_broken: 'bugle sourcemaps check DIR',
  position_outside: 'bugle sourcemaps upload DIR',
  ambiguous: 'bugle sourcemaps inject DIR',
  evicted: 'bugle sourcemaps upload DIR',
}

/** Returns the command that mends a reason, for these folders where they are known. */
export function remedyOf(code: string, folders: string[]): string | undefined {
  return remedies[code]?.replace('DIR', folders.join(' ') || 'DIR')
}
