import type { Unmapped } from '../lookup/look-up.ts'

/** Why a frame has no original, or less than all of it, with the facts that a sentence about it needs. */
export type Reason =
  /** Nothing was found under any key; `tried` lists them in order. */
  | { code: 'no_map'; tried: string[] }
  /** The file was uploaded, under other releases. */
  | { code: 'wrong_release'; file: string; release?: string; found: string[] }
  /** The file was uploaded for this release, for other dists. */
  | { code: 'dist_differs'; file: string; dist?: string; found: string[] }
  /** The event names a debug id that was never uploaded. */
  | { code: 'debug_id_unknown'; debugId: string }
  /** The map has a debug id and the event names none: the file that is served is not the one that was uploaded. */
  | { code: 'no_debug_id'; debugId: string }
  /** The minified file was uploaded, its map was not. */
  | { code: 'map_missing_for_file'; file: string; map: string }
  | { code: 'map_broken'; detail: string; byte?: number }
  /** The map does not cover the position: the file that runs is older or newer than the map. */
  | { code: 'position_outside'; line: number; column: number; lastLine: number; cause: Unmapped }
  /** A frame of Hermes bytecode met the map of one of its two steps: Metro's, or that of the compiler. */
  | { code: 'hermes_map_not_composed'; map: 'metro' | 'hermesc' }
  /** The frame names no line and column: native code, or a page that hides them. No upload helps. */
  | { code: 'no_position' }
  /** The position is known, the text of the source is not. */
  | { code: 'no_source_text'; source: string }
  /** Several files fit equally well. */
  | { code: 'ambiguous'; found: string[] }
  | { code: 'too_large'; limit: string; maximum: number }
  /** The map was there, and was removed to stay within the disk budget. */
  | { code: 'evicted'; file: string }
  /** The map was uploaded and is being indexed. */
  | { code: 'indexing' }
  /** Resolving failed twice; the step that failed. */
  | { code: 'failed'; step: string }

export type ReasonCode = Reason['code']

/** A reason in words, and the command that mends it where one does. */
export interface Explanation {
  sentence: string
  command?: string
}

const upload = 'bugle sourcemaps upload DIR'

/**
 * Explains a reason to the person whose stack is still minified.
 *
 * @example explainReason({ code: 'debug_id_unknown', debugId: '85314830-023f-4cf1-a267-535f4e37bb17' }).command // 'bugle sourcemaps upload DIR'
 */
export function explainReason<Code extends ReasonCode>(reason: Extract<Reason, { code: Code }>): Explanation {
  return explanations[reason.code](reason)
}

const explanations: { [Code in ReasonCode]: (reason: Extract<Reason, { code: Code }>) => Explanation } = {
  no_map: ({ tried }) => ({
    sentence: `No source map was uploaded for this file. Looked for: ${listed(tried)}.`,
    command: upload,
  }),
  wrong_release: ({ file, release, found }) => ({
    sentence: `${file} was uploaded for ${listed(found)}, but the event's release is ${release ?? 'not set'}.`,
    command: release === undefined ? upload : `${upload} --release ${quoted(release)}`,
  }),
  dist_differs: ({ file, dist, found }) => ({
    sentence: `${file} was uploaded for dist ${listed(found)}, but the event's dist is ${dist ?? 'not set'}.`,
    command: dist === undefined ? upload : `${upload} --dist ${quoted(dist)}`,
  }),
  debug_id_unknown: ({ debugId }) => ({
    sentence: `The file has the debug id ${debugId}, and no map with this id was uploaded.`,
    command: upload,
  }),
  no_debug_id: ({ debugId }) => ({
    sentence: `The uploaded file has the debug id ${debugId}, but the event names none: the file that is served is not the one that was uploaded. Deploy the files of the folder after the ids were injected.`,
    command: 'bugle sourcemaps inject DIR',
  }),
  map_missing_for_file: ({ file, map }) => ({
    sentence: `${file} was uploaded without its map, ${map}.`,
    command: upload,
  }),
  map_broken: ({ detail, byte }) => ({
    sentence: `The source map is not valid${byte === undefined ? '' : ` near byte ${byte}`}: ${detail}.`,
    command: 'bugle sourcemaps check DIR',
  }),
  position_outside: ({ line, column, lastLine, cause }) => ({
    sentence: outside(line, column, lastLine, cause),
    ...(cause === 'made_by_bundler' ? {} : { command: upload }),
  }),
  hermes_map_not_composed: ({ map }) => ({
    sentence:
      map === 'metro'
        ? 'The frame is bytecode of Hermes, and the map is that of Metro alone. Compose it with the map of the Hermes compiler.'
        : 'The map leads from bytecode to the bundle, and not to its sources. Compose it with the map of Metro.',
    command: 'bugle expo export',
  }),
  no_position: () => ({ sentence: 'The frame has no line and column, so there is nothing to look up.' }),
  no_source_text: ({ source }) => ({
    sentence: `The map does not hold the text of ${source}. Build it with sourcesContent, or upload the source.`,
    command: upload,
  }),
  ambiguous: ({ found }) => ({
    sentence: `Several uploaded files fit equally well: ${listed(found)}. Debug ids distinguish them.`,
    command: 'bugle sourcemaps inject DIR',
  }),
  too_large: ({ limit, maximum }) => ({ sentence: `The source map exceeds the limit of ${maximum} (${limit}).` }),
  evicted: ({ file }) => ({
    sentence: `The map of ${file} was removed to stay within the disk budget of artifacts.`,
    command: upload,
  }),
  indexing: () => ({ sentence: 'The map was uploaded and is being indexed. Look again in a minute.' }),
  failed: ({ step }) => ({ sentence: `Resolving the frame failed: ${step}. The server's log has the cause.` }),
}

/** All reason codes; `docs/stack-still-minified.md` has a section for each. */
export const reasonCodes = Object.keys(explanations) as ReasonCode[]

function outside(line: number, column: number, lastLine: number, cause: Unmapped): string {
  if (cause === 'made_by_bundler') return 'The bundler itself made this code; it has no original.'
  const position = `The map does not cover line ${line}, column ${column}`
  const last = cause === 'behind_last_line' ? `; its last line is ${lastLine}` : ''
  return `${position}${last}. The file that runs is older or newer than the map.`
}

function listed(items: string[]): string {
  return items.length === 0 ? 'nothing' : items.join(', ')
}

/** Quotes an argument for a POSIX shell: releases are text of clients. */
function quoted(argument: string): string {
  return /^[\w.@/+:-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
