import { spawn } from 'node:child_process'
import type { Context } from '../context.ts'
import { findIssueId, issueAddress } from '../issue-ids.ts'

/** Prints the address of an issue, and opens it in the browser of a terminal's user. */
export async function run(context: Context, named: string): Promise<void> {
  const url = issueAddress(context, await findIssueId(context, named))
  context.output.result({ url }, () => url)
  if (context.isInteractive) openBrowser(url)
}

/** The address was printed: where no browser opens, nothing is lost. */
function openBrowser(url: string): void {
  const commands: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [command, ...args] = commands[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
