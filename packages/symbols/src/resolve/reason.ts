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
  | { code: 'map_broken'; detail: string; byte?: number; what?: DebugFileName }
  /** The map does not cover the position: the file that runs is older or newer than the map. */
  | { code: 'position_outside'; line: number; column: number; lastLine: number; cause: Unmapped }
  /** A frame of Hermes bytecode met the map of one of its two steps: Metro's, or that of the compiler. */
  | { code: 'hermes_map_not_composed'; map: 'metro' | 'hermesc' }
  /** The frame names no line and column: native code, or a page that hides them. No upload helps. */
  | { code: 'no_position' }
  /** The position is known, the text of the source is not. */
  | { code: 'no_source_text'; source: string }
  /** Several files fit equally well. */
  | { code: 'ambiguous'; found: string[]; what?: DebugFileName }
  | { code: 'too_large'; limit: string; maximum: number; what?: DebugFileName }
  /** The map was there, and was removed to stay within the disk budget. */
  | { code: 'evicted'; file: string }
  /** The map was uploaded and is being indexed. */
  | { code: 'indexing' }
  /** No debug file was found under any key; `tried` lists them in order. */
  | { code: 'no_debug_file'; what: DebugFileName; tried: string[] }
  /** The symbols have no code at the address: they are of another build. */
  | { code: 'address_outside'; address: number }
  /** Several methods have the name, and no line decides among them. */
  | { code: 'ambiguous_method'; found: string[] }
  /** Resolving failed twice; the step that failed. */
  | { code: 'failed'; step: string }

/** A debug file in the words of sentences. */
export type DebugFileName = 'mapping' | 'symbol file' | 'obfuscation map'

export type ReasonCode = Reason['code']

/** A reason in words, and the command that fixes it where one does. */
export interface Explanation {
  sentence: string
  command?: string
}

/** Facts of the event that a command needs. */
export interface EventFacts {
  release?: string | null | undefined
  dist?: string | null | undefined
  /** Id of the stored event. */
  eventId?: string | undefined
}

/**
 * Explains a reason to the person whose stack is still minified. The command works in the folder of the build.
 *
 * @example explainReason({ code: 'indexing' }, { eventId: 'evt_1' }).command // 'bugle events show evt_1'
 */
export function explainReason<Code extends ReasonCode>(
  reason: Extract<Reason, { code: Code }>,
  facts: EventFacts = {},
): Explanation {
  return explanations[reason.code](reason, facts)
}

/** Gives a build debug ids, which distinguish what names and addresses do not. */
const inject = 'bugle sourcemaps inject . && bugle sourcemaps upload .'
const check = 'bugle sourcemaps check .'

/** Uploads for the release of the event; without one, debug ids must lead to the maps. */
function upload({ release, dist }: EventFacts): string {
  if (release == null) return inject
  return `bugle sourcemaps upload . --release ${quoted(release)}${dist == null ? '' : ` --dist ${quoted(dist)}`}`
}

/** Mappings are found by id, and without one by release alone. */
function uploadDebugFiles({ release, dist }: EventFacts): string {
  const ofRelease =
    release == null ? '' : ` --release ${quoted(release)}${dist == null ? '' : ` --dist ${quoted(dist)}`}`
  return `bugle debug-files upload .${ofRelease}`
}

function show({ eventId }: EventFacts, option = ''): string {
  return eventId === undefined ? 'bugle issues list' : `bugle events show ${eventId}${option}`
}

const explanations: {
  [Code in ReasonCode]: (reason: Extract<Reason, { code: Code }>, facts: EventFacts) => Explanation
} = {
  no_map: ({ tried }, facts) => ({
    sentence: `No source map was uploaded for this file. Looked for: ${listed(tried)}.`,
    command: upload(facts),
  }),
  wrong_release: ({ file, release, found }, facts) => ({
    sentence: `${file} was uploaded for ${listed(found)}, but the event's release is ${release ?? 'not set'}.`,
    command: upload({ ...facts, release }),
  }),
  dist_differs: ({ file, dist, found }, facts) => ({
    sentence: `${file} was uploaded for dist ${listed(found)}, but the event's dist is ${dist ?? 'not set'}.`,
    command: upload({ ...facts, dist }),
  }),
  debug_id_unknown: ({ debugId }) => ({
    sentence: `The file has the debug id ${debugId}, and no map with this id was uploaded.`,
    command: 'bugle sourcemaps upload .',
  }),
  no_debug_id: ({ debugId }) => ({
    sentence: `The uploaded file has the debug id ${debugId}, but the event names none: the file that is served is not the one that was uploaded. Deploy the files of the folder after the ids were injected.`,
    command: inject,
  }),
  map_missing_for_file: ({ file, map }, facts) => ({
    sentence: `${file} was uploaded without its map, ${map}.`,
    command: upload(facts),
  }),
  map_broken: ({ detail, byte, what }, facts) => ({
    sentence: `The ${what ?? 'source map'} is not valid${byte === undefined ? '' : ` near byte ${byte}`}: ${detail}.`,
    command: what === undefined ? check : uploadDebugFiles(facts),
  }),
  position_outside: ({ line, column, lastLine, cause }, facts) => ({
    sentence: outside(line, column, lastLine, cause),
    ...(cause === 'made_by_bundler' ? {} : { command: upload(facts) }),
  }),
  hermes_map_not_composed: ({ map }) => ({
    sentence:
      map === 'metro'
        ? 'The frame is bytecode of Hermes, and the map is that of Metro alone. Compose it with the map of the Hermes compiler.'
        : 'The map leads from bytecode to the bundle, and not to its sources. Compose it with the map of Metro.',
    command: check,
  }),
  no_position: (_, facts) => ({
    sentence: 'The frame has no line and column, so there is nothing to look up.',
    command: show(facts, ' --raw'),
  }),
  no_source_text: ({ source }, facts) => ({
    sentence: `The map does not hold the text of ${source}. Build it with sourcesContent, or upload the source.`,
    command: upload(facts),
  }),
  ambiguous: ({ found, what }, facts) => ({
    sentence: `Several uploaded files fit equally well: ${listed(found)}. ${what === undefined ? 'Debug ids distinguish them.' : 'The event names no build id that decides among them.'}`,
    command: what === undefined ? inject : show(facts, ' --raw'),
  }),
  too_large: ({ limit, maximum, what }, facts) => ({
    sentence: `The ${what ?? 'source map'} exceeds the limit of ${maximum} (${limit}).`,
    command: what === undefined ? check : uploadDebugFiles(facts),
  }),
  evicted: ({ file }, facts) => ({
    sentence: `The map of ${file} was removed to stay within the disk budget of artifacts.`,
    command: upload(facts),
  }),
  indexing: (_, facts) => ({
    sentence: 'The map was uploaded and is being indexed. Look again in a minute.',
    command: show(facts),
  }),
  no_debug_file: ({ what, tried }, facts) => ({
    sentence: `No ${what} was uploaded for the build that ran. Looked for: ${listed(tried)}.`,
    command: uploadDebugFiles(facts),
  }),
  address_outside: ({ address }, facts) => ({
    sentence: `The symbol file has no code at 0x${address.toString(16)}.`,
    command: uploadDebugFiles(facts),
  }),
  ambiguous_method: ({ found }, facts) => ({
    sentence: `The name stands for several methods: ${listed(found)}. The frame has no line that decides among them.`,
    command: show(facts, ' --raw'),
  }),
  failed: ({ step }, facts) => ({
    sentence: `Resolving the frame failed: ${step}. The server's log has the cause.`,
    command: show(facts),
  }),
}

/** All reason codes; `docs/stack-still-minified.md` has a section for each. */
export const reasonCodes = Object.keys(explanations) as ReasonCode[]

function outside(line: number, column: number, lastLine: number, cause: Unmapped): string {
  if (cause === 'made_by_bundler') return 'The bundler itself made this code; it has no original.'
  const position = `The map does not cover line ${line}, column ${column}`
  const last = cause === 'after_last_line' ? `; its last line is ${lastLine}` : ''
  return `${position}${last}. The file that runs is older or newer than the map.`
}

function listed(items: string[]): string {
  return items.length === 0 ? 'nothing' : items.join(', ')
}

/** Quotes an argument for a POSIX shell: releases are text of clients. */
function quoted(argument: string): string {
  return /^[\w.@/+:-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
