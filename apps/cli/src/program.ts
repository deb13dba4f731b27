import { Argument, Command, CommanderError, Option } from 'commander'
import type { Bind } from './bind.ts'
import { addCommands } from './commands.ts'
import { completionScript, type Shell, shells } from './completion.ts'
import type { AnyOptions, Host } from './context.ts'
import { describeError } from './describe-error.ts'
import { exitCodes } from './failure.ts'
import { Output } from './output.ts'
import { version } from './version.ts'

/**
 * Runs `bugle` with these arguments, and returns its exit code.
 *
 * @example process.exitCode = await runProgram(['issues', 'list'], host)
 */
export async function runProgram(args: readonly string[], host: Host): Promise<number> {
  let output = new Output({ ...host, json: args.includes('--json') })
  let url: string | undefined
  let exitCode: number | undefined
  const bind: Bind =
    (load) =>
    async (...given) => {
      const command = given.at(-1) as Command
      const options: AnyOptions = command.optsWithGlobals()
      const { createContext } = await import('./context.ts')
      const context = await createContext(options, host)
      output = context.output
      url = context.settings.url?.value
      const { run } = await load()
      await run(context, ...given.slice(0, -2), options)
      exitCode = context.exitCode
    }
  try {
    await makeProgram(host, bind).parseAsync(args, { from: 'user' })
    if (exitCode !== undefined) return exitCode
    return host.signal.aborted ? exitCodes.interrupted : exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    if (host.signal.aborted) return exitCodes.interrupted
    const described = describeError(error, url)
    if (described === undefined) throw error
    output.error(described)
    return described.exitCode
  }
}

/** Declares all commands. */
export function makeProgram({ stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>, bind: Bind): Command {
  const program = new Command('bugle')
    .description('Works with a Bugle server: source maps, issues, events and releases.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showSuggestionAfterError()
    .showHelpAfterError('(--help lists the options)')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help about a command')
    .addOption(new Option('--url <url>', 'URL of the server (BUGLE_URL)'))
    .addOption(new Option('--token <token>', 'session or API token (BUGLE_TOKEN)'))
    .addOption(new Option('--project <project>', 'id, name or bundle identifier of the project (BUGLE_PROJECT)'))
    .option('--json', 'print one JSON object a line')
    .option('-q, --quiet', 'print data and errors only')
    .option('--verbose', 'also print each request, without secrets')
  addCommands(program, bind)
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description('Prints the script that completes commands and options.')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', completionHelp)
    .action((shell: Shell) => {
      stdout.write(completionScript(program, shell))
    })
  program.addHelpText('after', footer)
  return program
}

const completionHelp = `
Examples:
  bugle completion bash > ~/.local/share/bash-completion/completions/bugle
  bugle completion zsh > ~/.zfunc/_bugle      (with ~/.zfunc in $fpath)
  bugle completion fish > ~/.config/fish/completions/bugle.fish`

const footer = `
Settings, the first one counts:
  flags; the environment (BUGLE_URL, BUGLE_TOKEN, BUGLE_PROJECT, BUGLE_RELEASE, BUGLE_DIST);
  the nearest bugle.json in this folder or above it; the login stored by "bugle login".

Exit codes:
  0 done · 1 failed · 2 wrong usage · 3 not allowed · 4 nothing found · 5 findings with --strict · 130 interrupted

First steps:
  bugle login --url https://bugle.example.com
  bugle projects use NAME
  bugle sourcemaps inject dist && bugle sourcemaps upload dist
  bugle doctor`
