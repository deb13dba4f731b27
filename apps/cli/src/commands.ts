import { issueSorts, issueStatuses, levels, platforms, roles } from '@bugle/protocol/vocabulary'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Bind } from './bind.ts'

/** Declares the commands in the order of the help; the module of each is loaded when it runs. */
export function addCommands(program: Command, bind: Bind): void {
  addLogin(program, bind)
  addProjects(program, bind)
  addOrganizations(program, bind)
  addAlerts(program, bind)
  addSourcemaps(program, bind)
  addDebugFiles(program, bind)
  addIssues(program, bind)
  addEvents(program, bind)
  addMonitor(program, bind)
  addReleases(program, bind)
  addExpo(program, bind)
  addDoctor(program, bind)
}

function addLogin(program: Command, bind: Bind): void {
  program
    .command('login')
    .summary('log in, and store the login for this server')
    .description(
      'Logs in with password and second factor, and stores the session for the server in $XDG_CONFIG_HOME/bugle (0600). An account has one session of the command line: this one replaces that of another machine. With --token, keeps an API token instead, as in CI.',
    )
    .option('--sso', 'log in by the identity provider of the server, in a browser on this machine')
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
    .description('print account, server and selected project, and where each is set')
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
    .option('--organization <id>', 'id or name of its organization; by default, the first')
    .option('--use', 'make it the project of this folder')
    .action(bind(() => import('./commands/projects-create.ts')))
  projects
    .command('import <file>')
    .summary('create the projects of another error tracker, with their DSN keys')
    .description(
      'Reads an export of Sentry (`sentry export`), GlitchTip or Bugsink (`manage.py dumpdata`), and creates its projects with the keys and numbers of their DSNs, so that programs in use need only another host. A second run adds nothing.',
    )
    .option('--app-prefix <text>', 'before the slug of a project, gives its bundle identifier', '')
    .option('--organization <id>', 'id or name of the organization of new projects; not needed if there is only one')
    .action(bind(() => import('./commands/projects-import.ts')))
  projects
    .command('use <project>')
    .description('make a project the one of this folder, in bugle.json')
    .action(bind(() => import('./commands/projects-use.ts')))
}

const releaseOption = () => new Option('--release <version>', 'release of the files (BUGLE_RELEASE)')
const distOption = () => new Option('--dist <dist>', 'variant of the release (BUGLE_DIST)')
const ignoreOption = () =>
  new Option('--ignore <pattern>', 'leave out files by name below the folder; *, ** and ?; may be repeated').argParser(
    collect,
  )

function addOrganizations(program: Command, bind: Bind): void {
  program
    .command('organizations')
    .description('list organizations')
    .command('list', { isDefault: true })
    .description('list your organizations and your role in each')
    .action(bind(() => import('./commands/organizations-list.ts')))
  const members = program.command('members').description('list and invite members of an organization')
  members
    .command('list', { isDefault: true })
    .description('list members')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .action(bind(() => import('./commands/members-list.ts')))
  members
    .command('invite')
    .description('invite somebody, and print the link')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .option('--email <address>', 'the only address that may accept, which gets a mail')
    .addOption(new Option('--role <role>', 'role of the new member').choices(roles).default('member'))
    .action(bind(() => import('./commands/members-invite.ts')))
}

function addAlerts(program: Command, bind: Bind): void {
  const alerts = program.command('alerts').description('list and mute the alert rules of an organization')
  alerts
    .command('list', { isDefault: true })
    .description('list alert rules')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .action(bind(() => import('./commands/alerts-list.ts')))
  alerts
    .command('mute <rule>')
    .description('mute a rule, by id or name, for a while')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .option('--for <duration>', 'such as 1h or 3d')
    .option('--until <time>', 'tomorrow or monday (at nine), 18:00, 2026-12-01T09:00, or a duration')
    .option('--off', 'let it send again')
    .action(bind(() => import('./commands/alerts-mute.ts')))
  const channels = program.command('channels').description('list and test the channels of an organization')
  channels
    .command('list', { isDefault: true })
    .description('list channels and the state of each')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .action(bind(() => import('./commands/channels-list.ts')))
  channels
    .command('test <channel>')
    .description('send a test message to a channel, by id or name')
    .option('--organization <id>', 'id or name; not needed if there is only one')
    .action(bind(() => import('./commands/channels-test.ts')))
}

function addSourcemaps(program: Command, bind: Bind): void {
  const sourcemaps = program.command('sourcemaps').description('make stacks readable: inject, upload, check, resolve')
  sourcemaps
    .command('inject [folders...]')
    .summary('give built files and their maps debug ids, in place')
    .description(
      'Gives every built file that has a map a debug id: a line that registers it, a comment, and both spellings in the map. The id of a file depends on its name and code alone; ids of bundlers and other tools are kept. A second run changes nothing. Deploy the files after this step.',
    )
    .addOption(ignoreOption())
    .option('--dry-run', 'print what would change, without writing')
    .option('--strict', 'exit with 5 if a file gets no id')
    .action(bind(() => import('./commands/sourcemaps-inject.ts')))
  sourcemaps
    .command('upload [folders...]')
    .summary('upload the maps of a build')
    .description(
      'Uploads the source maps of a build. Files that the server has already are not sent again; after an interruption, the same command continues. Maps are found by debug id, else by release and address of their file, so one of them is needed.',
    )
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--url-prefix <prefix>', 'address of the folder, such as ~/static/ (~ is any origin; default ~/)')
    .option('--strip-prefix <prefix>', 'remove this from the front of each name')
    .addOption(ignoreOption())
    .addOption(new Option('--platform <platform>', 'platform of the programs').choices(platforms))
    .option('--update-id <id>', 'Expo update that the files belong to')
    .option('--no-wait', 'do not wait until the maps are indexed')
    .option('--delete-after', 'delete the maps that were uploaded, so that they are not served')
    .option('--dry-run', 'print what would be sent, without sending')
    .option('--strict', 'exit with 5 if a file has no map, or the server cannot use one')
    .action(bind(() => import('./commands/sourcemaps-upload.ts')))
  sourcemaps
    .command('check [folders...]')
    .summary('check a build without a server')
    .description(
      'Checks whether stacks of a build could be resolved: every file has its map, ids agree, maps contain the text, and positions lead to it.',
    )
    .addOption(ignoreOption())
    .option('--strict', 'exit with 5 if something is found')
    .action(bind(() => import('./commands/sourcemaps-check.ts')))
  sourcemaps
    .command('resolve [position]')
    .summary('look up LINE:COLUMN, or a stack on standard input')
    .description(
      'Looks up a position, or all positions of a stack on standard input, in a map on disk. Lines and columns count from 1. Without --map, the server looks a stack up in what was uploaded, and stores nothing.',
    )
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--map <file>', 'the source map, or a file with an inline one')
    .option('--strict', 'exit with 5 if a position is not resolved')
    .addHelpText(
      'after',
      '\nExamples:\n  bugle sourcemaps resolve --map dist/app.js.map 1:4210\n  bugle sourcemaps resolve --map dist/app.js.map < stack.txt',
    )
    .action(bind(() => import('./commands/sourcemaps-resolve.ts')))
}

function addDebugFiles(program: Command, bind: Bind): void {
  const debugFiles = program
    .command('debug-files')
    .description('make stacks of Android, Flutter and native code readable')
  debugFiles
    .command('upload <paths...>')
    .summary('upload mappings and symbols')
    .description(
      'Uploads the debug files among files and folders, which their content shows: mappings of R8 and ProGuard, symbols of Dart, Flutter and other native code (ELF, dSYM), obfuscation maps of Dart. They are found by the id of the build, else by the release. Files that the server has already are not sent again; after an interruption, the same command continues.',
    )
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--uuid <id>', 'id that the app sends for its mapping (debug_meta)')
    .addOption(ignoreOption())
    .option('--no-wait', 'do not wait until the files are indexed')
    .option('--dry-run', 'print what would be sent, without sending')
    .option('--strict', 'exit with 5 if a file cannot be used')
    .addHelpText(
      'after',
      '\nExamples:\n  bugle debug-files upload app/build/outputs/mapping/release --release 1.4.2\n  bugle debug-files upload build/symbols build/obfuscation.map.json\n  bugle debug-files upload Shop.xcarchive/dSYMs',
    )
    .action(bind(() => import('./commands/debug-files-upload.ts')))
}

function addIssues(program: Command, bind: Bind): void {
  const issues = program.command('issues').description('list, show and triage issues')
  issues
    .command('list', { isDefault: true })
    .description('list issues, unresolved ones by default')
    .option('--query <search>', 'words and terms, such as "is:new level:fatal"')
    .addOption(new Option('--status <status>', 'status of the issues').choices([...issueStatuses, 'all']))
    .addOption(new Option('--sort <order>', 'latest or most first').choices(issueSorts))
    .option('--environment <name>', 'issues with events of it; counts are of those')
    .option('--release <version>', 'issues with events of it; counts are of those')
    .addOption(new Option('--limit <count>', 'how many').argParser(parseCount).default(25))
    .option('--all-projects', 'of all projects')
    .action(bind(() => import('./commands/issues-list.ts')))
  issues
    .command('show <issue>')
    .description('show an issue and its latest event; SHOP-12, iss_… or its address')
    .action(bind(() => import('./commands/issues-show.ts')))
  issues
    .command('resolve <issues...>')
    .description('resolve issues; they reopen when they recur in a release that contains the fix')
    .option('--in-release <version>', 'the fix is in this release')
    .option('--in-next-release', 'the fix is in the release after the latest')
    .action(bind(() => import('./commands/issues-resolve.ts')))
  issues
    .command('snooze <issues...>')
    .description('hide issues until one of the conditions is met')
    .option('--for <duration>', 'such as 30m, 12h, 3d, 2w')
    .option('--until <time>', 'such as 2026-12-01')
    .addOption(new Option('--events <count>', 'until this many more events').argParser(parseCount))
    .addOption(new Option('--users <count>', 'until this many more users').argParser(parseCount))
    .action(bind(() => import('./commands/issues-snooze.ts')))
  issues
    .command('reopen <issues...>')
    .description('reopen resolved, snoozed or ignored issues')
    .action(bind(() => import('./commands/issues-reopen.ts')))
  issues
    .command('undo <id>')
    .description('undo a decision, within seven days')
    .action(bind(() => import('./commands/issues-undo.ts')))
  issues
    .command('open <issue>')
    .description('open an issue in the browser, or print its address')
    .action(bind(() => import('./commands/issues-open.ts')))
}

function addEvents(program: Command, bind: Bind): void {
  const events = program.command('events').description('show events')
  events
    .command('show <event>')
    .description('show an event with the original lines of its stack')
    .option('--raw', 'print it as it was sent')
    .action(bind(() => import('./commands/events-show.ts')))
  events
    .command('explain <event>')
    .description('explain how the source map of each file was looked for, and what fixes what is missing')
    .action(bind(() => import('./commands/events-explain.ts')))
  program
    .command('tail')
    .description('follow new events and changed issues, reconnecting when the connection breaks')
    .option('--all-projects', 'of all projects')
    .action(bind(() => import('./commands/tail.ts')))
  program
    .command('send-event')
    .description('send an event with an ingest token, as a program would')
    .option('--ingest-token <token>', 'the project’s ingest token (BUGLE_INGEST_TOKEN)')
    .option('--type <type>', 'exception type', 'Error')
    .option('--message <text>', 'message', 'Sent by the command line')
    .option('--stack <file>', 'file with a stack')
    .addOption(new Option('--platform <platform>', 'platform').choices(platforms).default('other'))
    .addOption(new Option('--level <level>', 'severity').choices(levels))
    .option('--app-id <id>', 'bundle identifier; by default that of the project')
    .option('--environment <name>', 'environment')
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--file <file>', 'send this JSON instead')
    .action(bind(() => import('./commands/send-event.ts')))
}

function addMonitor(program: Command, bind: Bind): void {
  program
    .command('monitor')
    .description('report the runs of scheduled jobs')
    .command('run <command...>')
    .summary('run a job, and report its start and its end')
    .description(
      'Runs the command after --, reports to a monitor that it started and whether it ended with 0, and exits as it does. The job runs even if nothing can be reported; a warning then says why. With --schedule, the first run makes the monitor.',
    )
    .option('--name <monitor>', 'name of the monitor; by default, that of the program')
    .option('--schedule <schedule>', 'when the job runs: "0 3 * * *", or "every 5 minutes"')
    .option('--timezone <name>', 'time zone of the crontab, such as Europe/Berlin (default: UTC)')
    .addOption(new Option('--margin <minutes>', 'how late a run may start (default: 1)').argParser(parseCount))
    .addOption(new Option('--max-runtime <minutes>', 'how long a run may take (default: 30)').argParser(parseCount))
    .option('--environment <name>', 'environment (default: production)')
    .option('--app-id <id>', 'bundle identifier (BUGLE_APP_ID); by default that of the project')
    .option('--ingest-token <token>', 'the project’s ingest token (BUGLE_INGEST_TOKEN)')
    .addHelpText(
      'after',
      '\nExample, a line of a crontab:\n  0 3 * * *  bugle monitor run --name nightly-backup --schedule "0 3 * * *" -- pg_dump -Fc -f shop.dump shop',
    )
    .action(bind(() => import('./commands/monitor-run.ts')))
}

function addReleases(program: Command, bind: Bind): void {
  const releases = program.command('releases').description('record, list and show releases')
  releases
    .command('list', { isDefault: true })
    .description('list releases, newest first')
    .addOption(new Option('--limit <count>', 'how many').argParser(parseCount).default(25))
    .action(bind(() => import('./commands/releases-list.ts')))
  releases
    .command('create [version]')
    .description('record a release; recording it again changes what is given')
    .option('--commit <hash>', 'its last commit; "auto" also reads branch, remote and commits from git')
    .option('--since <commit>', 'with --commit auto: the commit of the release before')
    .option('--ref <ref>', 'branch or tag')
    .option('--repository <address>', 'name or address of the repository')
    .option('--page <url>', 'page about the release')
    .option('--previous <version>', 'the release before it')
    .addOption(new Option('--platform <platform>', 'platform of its programs').choices(platforms))
    .addOption(distOption())
    .option('--finalize', 'it is published now')
    .action(bind(() => import('./commands/releases-create.ts')))
  releases
    .command('finalize [version]')
    .description('record that a release is published')
    .action(bind(() => import('./commands/releases-finalize.ts')))
  releases
    .command('deploy <version> <environment>')
    .description('record that a release was deployed')
    .option('--name <name>', 'name of the deploy')
    .option('--page <url>', 'address of the deploy')
    .action(bind(() => import('./commands/releases-deploy.ts')))
  releases
    .command('show [version]')
    .description('show what is new and regressed in a release, its deploys and files')
    .action(bind(() => import('./commands/releases-show.ts')))
}

/** Collects the values of an option that may be repeated. One of many values would take what follows for its own. */
function collect(value: string, former: string[] = []): string[] {
  return [...former, value]
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(text)
}

function addExpo(program: Command, bind: Bind): void {
  const expo = program.command('expo').description('source maps of Expo and React Native')
  const updateOption = () => new Option('--update-id <id>', 'the update that was published from this export')
  expo
    .command('export [args...]')
    .summary('run "expo export" with source maps, and upload them')
    .description(
      'Runs "npx expo export --source-maps" with the arguments after --, and uploads the map of each platform. Expo gives bundle and map the same debug id, which the app sends if metro.config.js uses bugleDebugId.',
    )
    .option('--dir <folder>', 'output folder', 'dist')
    .addOption(releaseOption())
    .addOption(distOption())
    .addOption(updateOption())
    .option('--no-wait', 'do not wait until the maps are indexed')
    .addHelpText('after', '\nExample:\n  bugle expo export -- --platform android')
    .action(bind(() => import('./commands/expo-export.ts')))
  expo
    .command('update [args...]')
    .summary('export, publish by "eas update", and upload the maps under the ids of the updates')
    .description(
      'Runs "npx expo export --source-maps" and "npx eas update --json --skip-bundler" with the arguments after --, uploads the map of each platform under the id of its update, and records the updates for the selected release.',
    )
    .option('--dir <folder>', 'output folder', 'dist')
    .option('--channel <name>', 'channel to publish on')
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--no-wait', 'do not wait until the maps are indexed')
    .addHelpText('after', '\nExample:\n  bugle expo update --channel production -- --message "Fix the cart"')
    .action(bind(() => import('./commands/expo-update.ts')))
  expo
    .command('build [args...]')
    .summary('run "eas build", whose native steps upload the maps')
    .description(
      'Runs "npx eas build" with the arguments after --, and with the selected server, token, project and release in its environment. The Gradle and Xcode steps of @bugle/react-native read them, and upload the source map of each release bundle.',
    )
    .addOption(releaseOption())
    .addHelpText('after', '\nExample:\n  bugle expo build -- --platform android --local')
    .action(bind(() => import('./commands/expo-build.ts')))
  expo
    .command('upload [folder]')
    .description('upload the maps of a folder that "expo export --source-maps" wrote (default: dist)')
    .addOption(releaseOption())
    .addOption(distOption())
    .addOption(updateOption())
    .option('--no-wait', 'do not wait until the maps are indexed')
    .action(bind(() => import('./commands/expo-upload.ts')))
}

function addDoctor(program: Command, bind: Bind): void {
  program
    .command('doctor [event-or-site]')
    .summary('check why a stack is still minified, and prove that none will be')
    .description(
      'Checks, in order: server, token, project, ingest token, uploads, built files, their ids on the server, the files that a page serves, releases, an event, and an event of its own in your built code. With --prove, waits for a real error. Exits with 0 only if a frame was symbolicated.',
    )
    .addOption(
      new Option(
        '--dir <folder>',
        'folder of your build (default: sourcemaps.include of bugle.json); may be repeated',
      ).argParser(collect),
    )
    .option(
      '--ingest-token <token>',
      'the project’s ingest token (BUGLE_INGEST_TOKEN); by default the one in the files',
    )
    .addOption(releaseOption())
    .addOption(distOption())
    .option('--prove', 'wait for a real error; for a page, print the line to type into its console')
    .addOption(new Option('--timeout <seconds>', 'how long --prove waits').argParser(parseCount).default(60))
    .addHelpText(
      'after',
      '\nExamples:\n  bugle doctor evt_…                                  why is this event minified?\n  bugle doctor https://shop.example --dir dist        does the site serve what was uploaded?\n  bugle doctor https://shop.example --dir dist --prove',
    )
    .action(bind(() => import('./commands/doctor.ts')))
}
