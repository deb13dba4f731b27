import type { Context } from './context.ts'
import { exitCodes, Failure, misuse } from './failure.ts'

/** Asks for a line of text on a terminal; elsewhere the flag is missing. */
export async function askText(context: Context, message: string, flag: string): Promise<string> {
  requireTerminal(context, flag)
  const { text } = await import('@clack/prompts')
  return answered(await text({ message, output: process.stderr, validate: required }))
}

/** Asks for a secret on a terminal without showing it. */
export async function askSecret(context: Context, message: string, flag: string): Promise<string> {
  requireTerminal(context, flag)
  const { password } = await import('@clack/prompts')
  return answered(await password({ message, output: process.stderr, validate: required }))
}

/** Reads the first line of stdin, for `--password-stdin` and `--token -`. */
export async function readLine(context: Context): Promise<string> {
  let text = ''
  for await (const piece of context.host.stdin) {
    text += piece.toString()
    if (text.includes('\n')) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw misuse('Nothing arrived on standard input.')
  return line
}

function requireTerminal(context: Context, flag: string): void {
  if (!context.isInteractive) throw misuse(`${flag} is needed: this is not a terminal that can be asked.`)
}

function required(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? 'Please enter something.' : undefined
}

/** Clack returns a symbol when the user presses Ctrl+C. */
function answered(value: string | symbol): string {
  if (typeof value === 'string') return value
  throw new Failure('Interrupted; nothing was changed.', { exitCode: exitCodes.interrupted })
}
