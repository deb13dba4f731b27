import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { requireEventId } from '../event-ids.ts'
import { type Output, plainText } from '../output.ts'

/** Explains how the source map of each file of an event was looked for. */
export async function run(context: Context, named: string): Promise<void> {
  const { api, output } = context
  const params = { path: { id: requireEventId(named) } }
  const explained = await responseBody(api.GET('/api/events/{id}/symbolication', { params }))
  output.result(explained, () => {
    const { release, dist, files } = explained
    const heading = `release ${release ?? 'not set'}, dist ${dist ?? 'not set'}`
    const lines = files.flatMap((file) => ['', ...describeFile(file, output)])
    return plainText([heading, ...(lines.length > 0 ? lines : ['No frame asks for a source map.'])].join('\n'))
  })
}

function describeFile(file: Schemas['FileSymbolication'], output: Output): string[] {
  const { chosen, debug_id, frames, resolved, attempts, reasons, notes } = file
  return [
    output.style('bold', `${file.file}: ${resolved} of ${frames} frames resolved`),
    `  debug id ${debug_id ?? 'not sent'}`,
    ...attempts.map(({ by, keys, found }) => `  by ${by}: ${keys.join(', ') || '–'} → ${found.length} found`),
    ...(chosen === null
      ? []
      : [`  uses ${chosen.artifact.url} (artifact ${chosen.artifact.artifact_id}, by ${chosen.by})`]),
    ...notes.map((note) => `  ${note}`),
    ...reasons.flatMap(({ sentence, command }) => [
      `  ${output.style('yellow', sentence)}`,
      ...(command === undefined ? [] : [`  Try: ${output.style('cyan', command)}`]),
    ]),
  ]
}
