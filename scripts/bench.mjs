// npm run bench -- [--quick] [--save] [--help]: what an event costs. Installs what is missing, then runs bench/main.ts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const tsx = fileURLToPath(new URL('node_modules/tsx/dist/cli.mjs', new URL('..', import.meta.url)))
if (!existsSync(tsx)) run('npm', ['ci'])
run(process.execPath, [tsx, 'bench/main.ts', ...process.argv.slice(2)])
