import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { basename } from 'node:path'
import { type CheckIn, checkInSender } from '../check-in.ts'
import type { AnyOptions, Context } from '../context.ts'
import { describeError } from '../describe-error.ts'
import { withoutUndefined } from '../without-undefined.ts'

interface RunOptions extends AnyOptions {
  name?: string
  schedule?: string
  timezone?: string
  margin?: number
  maxRuntime?: number
  environment?: string
  appId?: string
  ingestToken?: string
}

/**
 * Runs a job, reports to its monitor that it started and how it ended, and ends with its exit code. The job runs even if nothing
 * can be reported: a backup matters more than what is known of it. Only mistakes in options or `bugle.json` are refused before.
 */
export async function run(context: Context, command: [string, ...string[]], options: RunOptions): Promise<void> {
  const report = reporterOf(context, command[0], options)
  const checkInId = randomUUID()
  // Beside the job, which does not wait for the server.
  const started = report({ status: 'in_progress', check_in_id: checkInId })
  const began = performance.now()
  const exitCode = await runJob(context, command)
  const duration = Math.round(performance.now() - began)
  await started
  await report({ status: exitCode === 0 ? 'ok' : 'error', check_in_id: checkInId, duration_ms: duration })
  context.exitCode = exitCode
}

/** Returns what sends a check-in of the job, or warns that it could not. */
function reporterOf(
  context: Context,
  program: string,
  { name = basename(program), schedule, timezone, margin, maxRuntime, environment, appId, ingestToken }: RunOptions,
): (checkIn: Pick<CheckIn, 'status' | 'check_in_id' | 'duration_ms'>) => Promise<void> {
  let prepared: Promise<{ send: (checkIn: CheckIn) => Promise<void>; appId: string }> | undefined
  const prepare = async () => ({
    send: checkInSender(context, ingestToken),
    appId: appId ?? context.host.env.BUGLE_APP_ID ?? (await context.project()).app_id,
  })
  return async (checkIn) => {
    try {
      prepared ??= prepare()
      const { send, appId } = await prepared
      const optional = { environment, schedule, timezone, margin_minutes: margin, max_runtime_minutes: maxRuntime }
      await send({ app_id: appId, monitor: name, ...checkIn, ...withoutUndefined(optional) })
    } catch (error) {
      const described = describeError(error, context.settings.url?.value)
      const { message, errors = {}, remedy } = described ?? { message: String(error) }
      const fields = Object.entries(errors).map(([field, texts]) => ` ${field}: ${texts.join(' ')}.`)
      const helps = remedy === undefined ? '' : ` Try: ${remedy}`
      context.output.warn(`The monitor ${name} was not told (${checkIn.status}). ${message}${fields.join('')}${helps}`)
    }
  }
}

/** Signals that end the job, and after it this program. */
const passedOn = ['SIGTERM', 'SIGHUP'] as const
/** As a shell says that a command was not found, or may not be run. */
const notFound = 127
const notExecutable = 126

/** Runs the job on this program's own input and output. @returns its exit code, 128 and the number for a signal */
function runJob({ host, output }: Context, [program, ...args]: [string, ...string[]]): Promise<number> {
  const child = spawn(program, args, { cwd: host.directory, env: host.env, stdio: 'inherit' })
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  // A terminal interrupts the job itself; this program has to see how it ends.
  const ignore = () => {}
  for (const signal of passedOn) process.on(signal, passOn)
  process.on('SIGINT', ignore)
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      output.warn(`${program} could not be started: ${error.message}`)
      resolve(error.code === 'ENOENT' ? notFound : notExecutable)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  })
  return ended.finally(() => {
    for (const signal of passedOn) process.off(signal, passOn)
  })
}
