import { responseBody, type Schemas } from '@bugle/api-client'
import { followStream } from '../event-stream.ts'
import { RecentIssues } from '../recent-issues.ts'
import { type Findings, failed, type Outcome, passed, skipped } from './check.ts'
import { callsOf, chooseFile } from './made-event.ts'
import { describeFrame, reasonsOf, remedyOf, resolvedFrame } from './resolved-frames.ts'

/**
 * Waits for a real error of the running program, and shows its source. For a page, prints the line to type into its
 * console: it raises an error as if the page's own file had thrown, which the page's SDK then reports as it reports all.
 */
export async function prove(findings: Findings, random: () => number = Math.random): Promise<Outcome> {
  const { context, options, project } = findings
  if (project === undefined) return skipped('No project.')
  const mark = `bugle doctor ${random().toString(36).slice(2, 10)}`
  const line = options.site === undefined ? undefined : await consoleLine(findings, mark)
  const isOurs = (event: Schemas['EventView']) => line === undefined || event.message === mark
  const event = await awaitEvent(findings, project.id, isOurs, () => {
    context.output.note(
      line === undefined
        ? `Cause an error in your program now; waiting ${options.timeoutSeconds} s.`
        : `Type this into the console of ${options.site}; waiting ${options.timeoutSeconds} s:\n\n${line}\n`,
    )
  })
  if (event === undefined)
    return failed(`No event arrived within ${options.timeoutSeconds} s.`, 'bugle send-event --ingest-token bgl_live_…')
  const frame = resolvedFrame(event)
  if (frame !== undefined) return { ...passed(`${event.id} leads to ${describeFrame(frame)}`), isProof: true }
  const [reason] = reasonsOf(event)
  return failed(
    `${event.id} arrived, but is not resolved. ${reason?.sentence ?? ''}`.trim(),
    reason && remedyOf(reason, options.folders),
  )
}

async function consoleLine(findings: Findings, mark: string): Promise<string | undefined> {
  const file = await chooseFile(findings)
  if (file === undefined) return undefined
  // More calls would only make the line longer: one of one's own is found among these.
  const stack = [`Error: ${mark}`, ...callsOf(file, 12)].join('\n')
  const error = `Object.assign(Error(${JSON.stringify(mark)}),{stack:${JSON.stringify(stack)}})`
  return `dispatchEvent(new ErrorEvent("error",{error:${error}}))`
}

/** The first matching event that arrives after this call; `onOpen` says when the program may cause it. */
async function awaitEvent(
  { context, options }: Findings,
  projectId: string,
  isOurs: (event: Schemas['EventView']) => boolean,
  onOpen: () => void,
): Promise<Schemas['EventView'] | undefined> {
  const signal = AbortSignal.any([context.host.signal, AbortSignal.timeout(options.timeoutSeconds * 1000)])
  const recent = new RecentIssues(context, projectId)
  await recent.load()
  let isOpen = false
  for await (const { event } of followStream(context, projectId, () => {}, signal)) {
    if (!isOpen) onOpen()
    isOpen = true
    if (!['open', 'reset', 'event.received'].includes(event)) continue
    for (const { id } of await recent.findChanged()) {
      const call = context.api.GET('/api/issues/{id}/events/latest', { params: { path: { id } } })
      const latest = await responseBody(call)
      if (isOurs(latest.event)) return latest.event
    }
  }
  return undefined
}
