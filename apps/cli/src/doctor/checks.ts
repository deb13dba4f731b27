import { readFile } from 'node:fs/promises'
import { ApiError, responseBody } from '@bugle/api-client'
import { checkBuild, readBuild, readCodeIds } from '@bugle/sourcemaps'
import { Failure } from '../failure.ts'
import { formatAge, plural } from '../format.ts'
import { oneLine } from '../output.ts'
import { type Check, type Findings, failed, type Outcome, passed, skipped } from './check.ts'
import { chooseFile, readEvent, sendMadeEvent } from './made-event.ts'
import { describeFrame, reasonsOf, remedyOf, resolvedFrame } from './resolved-frames.ts'
import { downloadScripts } from './served-scripts.ts'

/** All checks but the proof by a real error, in the order in which they depend on each other. */
export const checks: Check[] = [
  { name: 'server', run: checkServer },
  { name: 'token', run: checkToken },
  { name: 'project', run: checkProject },
  { name: 'ingest token', run: checkIngestToken },
  { name: 'uploads', run: checkUploads },
  { name: 'built files', run: checkFiles },
  { name: 'ids uploaded', run: checkIds },
  { name: 'served files', run: checkServed },
  { name: 'releases', run: checkReleases },
  { name: 'event', run: checkEvent },
  { name: 'made event', run: checkMadeEvent },
]

const inFolders = ({ options }: Findings, command: string) =>
  `bugle sourcemaps ${command} ${options.folders.join(' ') || 'DIR'}`

async function checkServer(findings: Findings): Promise<Outcome> {
  const { context } = findings
  try {
    const { data } = await context.apiWith({}).GET('/readyz')
    findings.isReachable = data !== undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return failed(error.status === 0 ? `${context.url} does not respond.` : error.message, `curl ${context.url}/readyz`)
  }
  const document = await context.fetch(`${context.url}/api/openapi.json`)
  const { info, paths } = (await document.json()) as { info: { version: string }; paths: Record<string, unknown> }
  if (!('/api/projects/{id}/uploads' in paths))
    return failed(`${context.url} runs Bugle ${info.version}, which takes no uploads yet. Update the server.`)
  return passed(`${context.url} runs Bugle ${info.version}.`)
}

async function checkToken(findings: Findings): Promise<Outcome> {
  const { context } = findings
  if (!findings.isReachable) return skipped('The server does not respond.')
  if (context.settings.token === undefined) return failed('There is no token.', 'bugle login')
  try {
    await context.api.GET('/api/projects', { params: { query: { limit: 1 } } })
    findings.isAllowed = true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return failed(error.message, error.status === 401 ? 'bugle login' : createToken)
  }
  const { source } = context.settings.token
  return passed(`The token (${source}) may read projects.`)
}

const createToken =
  'bugle login --token -   (with a token that has the scopes project:read, issue:read and artifact:write)'

async function checkProject(findings: Findings): Promise<Outcome> {
  if (!findings.isAllowed) return skipped('No token that works.')
  try {
    findings.project = await findings.context.project()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return failed(error.message, error.remedy)
  }
  const { name, id, app_ids } = findings.project
  return passed(`${name} (${id}) accepts events of ${app_ids.join(', ')}.`)
}

const token = /\bbgl_live_[\w-]{16,}/

/** The ingest token is public in what visitors download; without one, the traffic of the project's token says enough. */
async function checkIngestToken(findings: Findings): Promise<Outcome> {
  const { context, project, options } = findings
  if (project === undefined) return skipped('No project.')
  await readInput(findings)
  findings.ingestToken = options.ingestToken ?? context.host.env.BUGLE_INGEST_TOKEN ?? (await findToken(findings))
  const params = { path: { id: project.id } }
  const { ingest_tokens } = await responseBody(context.api.GET('/api/projects/{id}/ingest-tokens', { params }))
  const given = findings.ingestToken
  const live = ingest_tokens.find(({ last4 }) => given === undefined || given.endsWith(last4))
  if (live === undefined)
    return failed(
      `The token …${given!.slice(-4)} is not one of ${project.name}; events with it are refused.`,
      'bugle projects list',
    )
  // Uses are counted by the hour.
  const used =
    live.last_used_at === null
      ? 'was never used'
      : `was last used in the hour from ${live.last_used_at.slice(0, 16).replace('T', ' ')} UTC`
  return passed(`…${live.last4} is live and ${used}; ${plural(live.requests_24h, 'request')} in 24 h.`)
}

/** Reads the build and the site that were given; what cannot be read is reported by the checks of them. */
async function readInput(findings: Findings): Promise<void> {
  const { options, context } = findings
  if (options.folders.length > 0)
    findings.build = await readBuild(options.folders, context.settings.sourcemaps.ignore).catch(() => undefined)
  if (options.site !== undefined) findings.scripts = await downloadScripts(context, options.site).catch(() => [])
}

async function findToken({ scripts, build }: Findings): Promise<string | undefined> {
  for (const { code } of scripts) if (token.test(code)) return token.exec(code)![0]
  for (const { path } of build?.files ?? []) {
    const found = token.exec(await readFile(path, 'latin1'))
    if (found !== null) return found[0]
  }
  return undefined
}

async function checkUploads(findings: Findings): Promise<Outcome> {
  const { context, project } = findings
  if (project === undefined) return skipped('No project.')
  const release = context.settings.release?.value
  const query = { limit: 1, ...(release === undefined ? {} : { release }) }
  const params = { path: { id: project.id }, query }
  const { artifacts } = await responseBody(context.api.GET('/api/projects/{id}/artifacts', { params }))
  const ofRelease = release === undefined ? '' : ` for release ${release}`
  const [last] = artifacts
  return last === undefined
    ? failed(`Nothing was uploaded${ofRelease}.`, inFolders(findings, 'upload'))
    : passed(`The last upload${ofRelease} is ${last.name}, ${formatAge(last.uploaded_at)}.`)
}

async function checkFiles(findings: Findings): Promise<Outcome> {
  const { build, options } = findings
  if (options.folders.length === 0) return skipped('No folder was given: bugle doctor --dir dist')
  if (build === undefined) return failed(`There is no folder ${options.folders.join(', ')}.`)
  const { files, findings: found } = await checkBuild(build)
  const [first] = found
  if (first !== undefined)
    return failed(
      `${plural(found.length, 'finding')}; ${first.file}: ${first.message}`,
      first.remedy === undefined ? inFolders(findings, 'check') : inFolders(findings, 'inject'),
    )
  return passed(`${plural(files.length, 'file')} with map and equal ids.`)
}

const maxIds = 50

async function checkIds(findings: Findings): Promise<Outcome> {
  const { build } = findings
  if (build === undefined || findings.project === undefined) return skipped('No folder, or no project.')
  const ids: string[] = []
  for (const { path, isBytecode } of build.files.filter(({ map }) => map.kind !== 'none')) {
    const { registered, comment } = readCodeIds(await readFile(path, isBytecode ? 'latin1' : 'utf8'))
    const id = registered ?? comment
    if (id !== undefined) ids.push(id)
  }
  if (ids.length === 0) return failed('No file has a debug id.', inFolders(findings, 'inject'))
  const missing = await missingIds(findings, ids)
  if (missing.length === 0) return passed(`The ids of ${plural(ids.length, 'file')} were uploaded.`)
  return failed(
    `${missing.length} of ${ids.length} ids were not uploaded: ${missing[0]}.`,
    inFolders(findings, 'upload'),
  )
}

async function missingIds({ context, project }: Findings, ids: string[]): Promise<string[]> {
  const missing: string[] = []
  for (const debug_id of ids.slice(0, maxIds)) {
    const params = { path: { id: project!.id }, query: { debug_id, limit: 1 } }
    const { artifacts } = await responseBody(context.api.GET('/api/projects/{id}/artifacts', { params }))
    if (artifacts.length === 0) missing.push(debug_id)
  }
  return missing
}

async function checkServed(findings: Findings): Promise<Outcome> {
  const { options, scripts, context } = findings
  if (options.site === undefined) return skipped('No page was given: bugle doctor https://shop.example')
  if (findings.project === undefined) return skipped('No project.')
  if (scripts.length === 0) {
    const error = await downloadScripts(context, options.site).catch((reason: Error) => reason.message)
    return failed(typeof error === 'string' ? error : `${options.site} names no scripts.`)
  }
  const without = scripts.filter(({ debugId }) => debugId === undefined)
  if (without.length === scripts.length)
    return failed(
      `No script of ${options.site} has a debug id: the files that are served are not those that were injected.`,
      inFolders(findings, 'inject'),
    )
  const missing = await missingIds(
    findings,
    scripts.flatMap(({ debugId }) => debugId ?? []),
  )
  if (missing.length > 0)
    return failed(
      `${options.site} serves files that were not uploaded: ${missing.join(', ')}.`,
      inFolders(findings, 'upload'),
    )
  return passed(`${plural(scripts.length - without.length, 'script')} of ${options.site} have ids that were uploaded.`)
}

async function checkReleases(findings: Findings): Promise<Outcome> {
  const { context, project } = findings
  if (project === undefined) return skipped('No project.')
  const params = { path: { id: project.id }, query: { limit: 20 } }
  const page = await responseBody(context.api.GET('/api/projects/{id}/releases', { params }))
  // Recorded releases without events say nothing about what programs send.
  const releases = page.releases.filter(({ count }) => count > 0)
  const [latest] = releases
  if (latest === undefined) return skipped('No event named a release yet; debug ids alone lead to the maps.')
  const wanted = context.settings.release?.value
  if (wanted === undefined || releases.some(({ version }) => version === wanted))
    return passed(`Events name the release ${oneLine(latest.version)}.`)
  return failed(
    `Events name the release ${oneLine(latest.version)}, but ${wanted} is set here.`,
    `bugle doctor --release '${latest.version}'`,
  )
}

async function checkEvent(findings: Findings): Promise<Outcome> {
  const { context, options, project } = findings
  if (options.eventId === undefined) return skipped('No event was given: bugle doctor evt_…')
  if (project === undefined) return skipped('No project.')
  try {
    findings.event = await readEvent(context, options.eventId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return failed(`There is no event ${options.eventId}.`)
    throw error
  }
  const frame = resolvedFrame(findings.event)
  const reasons = reasonsOf(findings.event)
  if (frame !== undefined) return { ...passed(describeFrame(frame)), isProof: true }
  const [first] = reasons
  if (first === undefined) return skipped('No frame of this event asks for a source map.')
  return failed(reasons.map(({ sentence }) => sentence).join(' '), remedyOf(first, options.folders))
}

/** An event through the served or built file, with what its page would send: if it resolves, so do real ones. */
async function checkMadeEvent(findings: Findings): Promise<Outcome> {
  const { project, ingestToken, options } = findings
  if (project === undefined) return skipped('No project.')
  const file = await chooseFile(findings)
  if (file === undefined) return skipped('No page or folder was given: bugle doctor https://shop.example --dir dist')
  if (ingestToken === undefined) return skipped('No ingest token is known: give --ingest-token bgl_live_…')
  const event = await sendMadeEvent(findings, ingestToken, file)
  const frame = resolvedFrame(event)
  if (frame !== undefined) return { ...passed(`${event.id} leads to ${describeFrame(frame)}`), isProof: true }
  const [reason] = reasonsOf(event)
  return reason === undefined
    ? failed(`${event.id} was received, but nothing looks for its source maps.`, inFolders(findings, 'upload'))
    : failed(`${event.id}: ${reason.sentence}`, remedyOf(reason, options.folders))
}
