import type { AnyOptions, Context } from '../context.ts'
import type { CheckResult, DoctorOptions, Findings } from '../doctor/check.ts'
import { checks } from '../doctor/checks.ts'
import { prove } from '../doctor/prove.ts'
import { Failure, misuse } from '../failure.ts'
import { oneLine } from '../output.ts'

interface Options extends AnyOptions {
  dir?: string[]
  ingestToken?: string
  prove?: boolean
  timeout: number
}

/** Checks the way of an error from the program to its author's line, and proves it with a frame. */
export async function run(context: Context, target: string | undefined, options: Options): Promise<void> {
  const findings = newFindings(context, target, options)
  const results: CheckResult[] = []
  const all = options.prove ? [...checks, { name: 'real event', run: prove }] : checks
  for (const { name, run: check } of all) {
    const result = { name, ...(await check(findings)) }
    results.push(result)
    print(context, result)
  }
  const failures = results.filter(({ state }) => state === 'failed')
  if (failures.length > 0) throw new Failure(`${failures.length} of ${results.length} checks failed.`)
  if (!results.some(({ isProof }) => isProof))
    throw new Failure('No check failed, but no frame was resolved either.', {
      remedy: 'bugle doctor https://YOUR-SITE --dir DIR --prove',
    })
  context.output.note('A frame was symbolicated: stacks of this build are readable.')
}

function newFindings(context: Context, target: string | undefined, options: Options): Findings {
  const eventId = target === undefined ? undefined : /\bevt_\w+/.exec(target)?.[0]
  if (target !== undefined && eventId === undefined && !/^https?:\/\//.test(target))
    throw misuse(`"${target}" is neither an event nor an address.`, 'bugle doctor --help')
  const asked: DoctorOptions = {
    eventId,
    site: eventId === undefined ? target : undefined,
    folders: options.dir ?? context.settings.sourcemaps.include ?? [],
    ingestToken: options.ingestToken,
    timeoutSeconds: options.timeout,
  }
  return {
    context,
    options: asked,
    isReachable: false,
    isAllowed: false,
    project: undefined,
    ingestToken: undefined,
    build: undefined,
    scripts: [],
    event: undefined,
  }
}

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const
const styles = { passed: 'green', failed: 'red', skipped: 'dim' } as const

function print({ output }: Context, { name, state, fact, remedy, isProof }: CheckResult): void {
  output.result({ check: name, state, fact, remedy: remedy ?? null, proof: isProof ?? false }, () => {
    const line = `${output.style(styles[state], marks[state])} ${name.padEnd(13)} ${oneLine(fact)}`
    return remedy === undefined ? line : `${line}\n  ${' '.repeat(13)} Try: ${output.style('cyan', remedy)}`
  })
}
