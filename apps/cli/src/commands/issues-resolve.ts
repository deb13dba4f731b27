import { changeIssues, type IssueChange } from '../change-issues.ts'
import type { AnyOptions, Context } from '../context.ts'
import { misuse } from '../failure.ts'

interface ResolveOptions extends AnyOptions {
  inRelease?: string
  inNextRelease?: boolean
}

/** Resolves issues: now, in the next release, or in a named one. */
export async function run(context: Context, named: string[], options: ResolveOptions): Promise<void> {
  await changeIssues(context, named, { resolved_in: resolutionOf(options) }, ({ short_id, resolution }) => {
    const release = resolution?.mode === 'release' ? ` in ${resolution.release}` : ''
    return `Resolved ${short_id}${resolution?.mode === 'next_release' ? ' in the next release' : release}.`
  })
}

function resolutionOf({ inRelease, inNextRelease }: ResolveOptions): NonNullable<IssueChange['resolved_in']> {
  if (inRelease !== undefined && inNextRelease) throw misuse('Choose one of --in-release and --in-next-release.')
  if (inRelease !== undefined) return { mode: 'release', release: inRelease }
  return { mode: inNextRelease ? 'next_release' : 'now' }
}
