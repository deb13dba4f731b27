#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { ConfigError, describeSettings, readConfig } from './config.ts'
import { type Role, roles, serve } from './supervisor.ts'

if (process.argv[2] === 'admin') {
  // Its commands and options are read by a program of its own, as if it had been called by name.
  process.argv.splice(2, 1)
  await import('./admin-main.ts')
} else {
  const { values, positionals } = parseArguments()
  const [command = 'serve'] = positionals
  if (values.help === true) printHelp()
  else if (command !== 'serve') fail(`Unknown command ${command}. Try --help.`)
  else if (!roles.includes(values.role as Role)) fail(`--role must be one of ${roles.join(', ')}.`)
  else await run(values.role as Role)
}

async function run(role: Role): Promise<void> {
  try {
    await serve(readConfig(process.env), role)
  } catch (error) {
    if (error instanceof ConfigError) fail(`${error.message} Nothing was started.`)
    else throw error
  }
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string', default: 'all' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return fail(`${(error as Error).message} Try --help.`)
  }
}

function printHelp(): void {
  console.log(`serve [--role ${roles.join('|')}]
      Serves the API and ingest on one port, which is what happens without a command.
admin --help
      Commands for the operator: accounts, backup and restore, doctor and others.

Settings are environment variables:
`)
  for (const { name, default: value, what, why } of describeSettings())
    console.log(`  ${name} (${value})\n      ${what} ${why}\n`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
