import { platforms } from '@bugle/protocol/vocabulary'
import { type Command, Option } from 'commander'
import type { Bind } from './bind.ts'

/** Declares the commands in the order of the help; the module of each is loaded when it runs. */
export function addCommands(program: Command, bind: Bind): void {
  addLogin(program, bind)
  addProjects(program, bind)
}

function addLogin(program: Command, bind: Bind): void {
  program
    .command('login')
    .summary('log in, and store the login for this server')
    .description(
      'Logs in with password and second factor, and stores the session for the server in $XDG_CONFIG_HOME/bugle (0600). An account has one session of the command line: this one replaces that of another machine. With --token, keeps an API token instead, as in CI.',
    )
    .option('--email <address>', 'e-mail address of the account')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <digits>', 'code of the authenticator app')
    .option('--recovery-code <code>', 'recovery code in place of it')
    .addHelpText(
      'after',
      '\nKeep an API token without showing it in the list of processes:\n  bugle login --token - < token.txt',
    )
    .action(bind(() => import('./commands/login.ts')))
  program
    .command('logout')
    .description('end the stored session of this server')
    .action(bind(() => import('./commands/logout.ts')))
  program
    .command('whoami')
    .description('print account, server and project in force, and where each is set')
    .action(bind(() => import('./commands/whoami.ts')))
}

function addProjects(program: Command, bind: Bind): void {
  const projects = program.command('projects').description('list, create and choose projects')
  projects
    .command('list', { isDefault: true })
    .description('list projects')
    .action(bind(() => import('./commands/projects-list.ts')))
  projects
    .command('create <name>')
    .description('create a project, and print its ingest token')
    .requiredOption('--app-id <id>', 'bundle identifier that its events carry, such as com.example.shop')
    .addOption(new Option('--platform <platform>', 'platform of its programs').choices(platforms))
    .option('--use', 'make it the project of this folder')
    .action(bind(() => import('./commands/projects-create.ts')))
  projects
    .command('use <project>')
    .description('make a project the one of this folder, in bugle.json')
    .action(bind(() => import('./commands/projects-use.ts')))
}
