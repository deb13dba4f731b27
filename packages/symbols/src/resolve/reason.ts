import type { Unmapped } from '../lookup/unmapped.ts'

/**
 * Why a frame has no original, or less than all of it, with the facts that a sentence about it needs. The API carries
 * them, so that an app explains the reason in its own language.
 */
export type Reason =
  /**
   * Nothing was found under any key; `tried` lists them in order. `near` has the addresses of uploaded files with this name
   * in the release, and `prefix` the one that would have given the nearest of them the right address.
   */
  | { code: 'no_map'; tried: string[]; near?: string[]; prefix?: string }
  /** The file was uploaded, under other releases. */
  | { code: 'wrong_release'; file: string; release?: string; found: string[] }
  /** The file was uploaded for this release, for other dists. */
  | { code: 'dist_differs'; file: string; dist?: string; found: string[] }
  /** The event names a debug id that was never uploaded. */
  | { code: 'debug_id_unknown'; debug_id: string }
  /** The map has a debug id and the event names none: the file that is served is not the one that was uploaded. */
  | { code: 'no_debug_id'; debug_id: string }
  /** The minified file was uploaded, its map was not. */
  | { code: 'map_missing_for_file'; file: string; map: string }
  | { code: 'map_broken'; detail: string; byte?: number; what?: DebugFileName }
  /** The map does not cover the position: the file that runs is older or newer than the map. */
  | { code: 'position_outside'; line: number; column: number; last_line: number; cause: Unmapped }
  /** The positions of the stack are not those of the map: another build was uploaded. */
  | { code: 'map_of_other_build'; file: string; checked: number; at_start: number }
  /** The frame has an original, and too little of the stack shows that the map is of the file that ran. */
  | { code: 'map_unsure'; file: string; checked: number; at_start: number }
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

/** Fills the `{{slots}}` of an English text, after translating it. */
export type Translate = (text: string, values?: Record<string, string | number>) => string

/**
 * Explains a reason to the person whose stack is still minified. The command works in the folder of the build.
 *
 * @param t translates the sentence; without it, the sentence is English
 * @example explainReason({ code: 'indexing' }, { eventId: 'evt_1' }).command // 'bugle events show evt_1'
 */
export function explainReason<Code extends ReasonCode>(
  reason: Extract<Reason, { code: Code }>,
  facts: EventFacts = {},
  t: Translate = fillSlots,
): Explanation {
  const command = commands[reason.code](reason, facts)
  return { sentence: sentences[reason.code](reason, t), ...(command === undefined ? {} : { command }) }
}

const sentences: { [Code in ReasonCode]: (reason: Extract<Reason, { code: Code }>, t: Translate) => string } = {
  no_map: ({ tried, near }, t) =>
    near === undefined
      ? t('No source map was uploaded for this file. Looked for: {{tried}}.', { tried: listed(tried, t) })
      : t(
          'No source map was uploaded under the address of this file, but files of its name were: {{near}}. Looked for: {{tried}}.',
          {
            near: listed(near, t),
            tried: listed(tried, t),
          },
        ),
  wrong_release: ({ file, release, found }, t) =>
    t("{{file}} was uploaded for {{found}}, but the event's release is {{release}}.", {
      file,
      found: listed(found, t),
      release: release ?? t('not set'),
    }),
  dist_differs: ({ file, dist, found }, t) =>
    t("{{file}} was uploaded for dist {{found}}, but the event's dist is {{dist}}.", {
      file,
      found: listed(found, t),
      dist: dist ?? t('not set'),
    }),
  debug_id_unknown: ({ debug_id }, t) =>
    t('The file has the debug id {{debug_id}}, and no map with this id was uploaded.', { debug_id }),
  no_debug_id: ({ debug_id }, t) =>
    t(
      'The uploaded file has the debug id {{debug_id}}, but the event names none: the file that is served is not the one that was uploaded. Deploy the files of the folder after the ids were injected.',
      { debug_id },
    ),
  map_missing_for_file: ({ file, map }, t) => t('{{file}} was uploaded without its map, {{map}}.', { file, map }),
  map_broken: ({ detail, byte, what }, t) =>
    byte === undefined
      ? t('The {{what}} is not valid: {{detail}}.', { what: named(what, t), detail })
      : t('The {{what}} is not valid near byte {{byte}}: {{detail}}.', { what: named(what, t), byte, detail }),
  position_outside: ({ line, column, last_line, cause }, t) => {
    if (cause === 'made_by_bundler') return t('The bundler itself made this code; it has no original.')
    if (cause === 'after_last_line')
      return t(
        'The map does not cover line {{line}}, column {{column}}; its last line is {{last_line}}. The file that runs is older or newer than the map.',
        { line, column, last_line },
      )
    return t(
      'The map does not cover line {{line}}, column {{column}}. The file that runs is older or newer than the map.',
      { line, column },
    )
  },
  map_of_other_build: ({ file, checked, at_start }, t) =>
    t(
      'The map of {{file}} is of another build than the one that ran: {{at_start}} of the {{checked}} positions of the stack are in it. Upload the map of the build that runs.',
      { file, checked, at_start },
    ),
  map_unsure: ({ file, checked, at_start }, t) =>
    checked === 0
      ? t(
          'The map of {{file}} may be of another build: it has lines alone, so that the stack cannot confirm it. A debug id can.',
          { file },
        )
      : t(
          'The map of {{file}} may be of another build: {{at_start}} of the {{checked}} positions of the stack are in it. A debug id decides.',
          { file, checked, at_start },
        ),
  hermes_map_not_composed: ({ map }, t) =>
    map === 'metro'
      ? t(
          'The frame is bytecode of Hermes, and the map is that of Metro alone. Compose it with the map of the Hermes compiler.',
        )
      : t('The map leads from bytecode to the bundle, and not to its sources. Compose it with the map of Metro.'),
  no_position: (_, t) => t('The frame has no line and column, so there is nothing to look up.'),
  no_source_text: ({ source }, t) =>
    t('The map does not hold the text of {{source}}. Build it with sourcesContent, or upload the source.', { source }),
  ambiguous: ({ found, what }, t) =>
    what === undefined
      ? t('Several uploaded files fit equally well: {{found}}. Debug ids distinguish them.', {
          found: listed(found, t),
        })
      : t('Several uploaded files fit equally well: {{found}}. The event names no build id that decides among them.', {
          found: listed(found, t),
        }),
  too_large: ({ limit, maximum, what }, t) =>
    t('The {{what}} exceeds the limit of {{maximum}} ({{limit}}).', { what: named(what, t), maximum, limit }),
  evicted: ({ file }, t) => t('The map of {{file}} was removed to stay within the disk budget of artifacts.', { file }),
  indexing: (_, t) => t('The map was uploaded and is being indexed. Look again in a minute.'),
  no_debug_file: ({ what, tried }, t) =>
    t('No {{what}} was uploaded for the build that ran. Looked for: {{tried}}.', {
      what: named(what, t),
      tried: listed(tried, t),
    }),
  address_outside: ({ address }, t) =>
    t('The symbol file has no code at {{address}}.', { address: `0x${address.toString(16)}` }),
  ambiguous_method: ({ found }, t) =>
    t('The name stands for several methods: {{found}}. The frame has no line that decides among them.', {
      found: listed(found, t),
    }),
  failed: ({ step }, t) =>
    t("Resolving the frame failed: {{step}}. The server's log has the cause.", { step: stepName(step, t) }),
}

/** Gives a build debug ids, which distinguish what names and addresses do not. */
const inject = 'bugle sourcemaps inject . && bugle sourcemaps upload .'
const check = 'bugle sourcemaps check .'

const commands: {
  [Code in ReasonCode]: (reason: Extract<Reason, { code: Code }>, facts: EventFacts) => string | undefined
} = {
  no_map: ({ prefix }, facts) => upload(facts) + (prefix === undefined ? '' : ` --url-prefix ${quoted(prefix)}`),
  wrong_release: ({ release }, facts) => upload({ ...facts, release }),
  dist_differs: ({ dist }, facts) => upload({ ...facts, dist }),
  debug_id_unknown: () => 'bugle sourcemaps upload .',
  no_debug_id: () => inject,
  map_missing_for_file: (_, facts) => upload(facts),
  map_broken: ({ what }, facts) => (what === undefined ? check : uploadDebugFiles(facts)),
  position_outside: ({ cause }, facts) => (cause === 'made_by_bundler' ? undefined : upload(facts)),
  map_of_other_build: (_, facts) => upload(facts),
  map_unsure: () => inject,
  hermes_map_not_composed: () => check,
  no_position: (_, facts) => show(facts, ' --raw'),
  no_source_text: (_, facts) => upload(facts),
  ambiguous: ({ what }, facts) => (what === undefined ? inject : show(facts, ' --raw')),
  too_large: ({ what }, facts) => (what === undefined ? check : uploadDebugFiles(facts)),
  evicted: (_, facts) => upload(facts),
  indexing: (_, facts) => show(facts),
  no_debug_file: (_, facts) => uploadDebugFiles(facts),
  address_outside: (_, facts) => uploadDebugFiles(facts),
  ambiguous_method: (_, facts) => show(facts, ' --raw'),
  failed: (_, facts) => show(facts),
}

/** All reason codes; `docs/stack-still-minified.md` has a section for each. */
export const reasonCodes = Object.keys(sentences) as ReasonCode[]

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

function listed(items: string[], t: Translate): string {
  return items.length === 0 ? t('nothing') : items.join(', ')
}

function named(file: DebugFileName | undefined, t: Translate): string {
  const names: Record<DebugFileName | 'source map', string> = {
    mapping: t('mapping'),
    'symbol file': t('symbol file'),
    'obfuscation map': t('obfuscation map'),
    'source map': t('source map'),
  }
  return names[file ?? 'source map']
}

function stepName(step: string, t: Translate): string {
  if (step === 'indexing') return t('indexing')
  return step === 'reading the index' ? t('reading the index') : step
}

function fillSlots(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}

/** Quotes an argument for a POSIX shell: releases are text of clients. */
function quoted(argument: string): string {
  return /^[\w.@/+:-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
