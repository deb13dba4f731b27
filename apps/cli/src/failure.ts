/** Exit codes of `bugle`; docs/cli.md lists them for scripts. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  nothingFound: 4,
  findings: 5,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An expected error: one sentence for people, the command that helps, and the exit code. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly remedy: string | undefined

  /**
   * @param remedy the command to type next
   * @example throw new Failure('You are not logged in.', { exitCode: exitCodes.denied, remedy: 'bugle login' })
   */
  constructor(message: string, { exitCode = exitCodes.failed, remedy }: { exitCode?: ExitCode; remedy?: string } = {}) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
    this.remedy = remedy
  }
}

/** Builds the failure of a command that was called in a way that cannot work. */
export function misuse(message: string, remedy?: string): Failure {
  return new Failure(message, { exitCode: exitCodes.usage, ...(remedy === undefined ? {} : { remedy }) })
}
