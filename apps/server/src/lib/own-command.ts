import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commands that reach this server, in the way in which it was installed. */
export interface OwnCommand {
  /** Prints the settings. */
  help: string
  /** Goes before the name of an operator's command. */
  admin: string
}

/** Folder in which the packages of Debian and Red Hat have the program, with `/usr/bin/bugle-server` for its settings. */
const packagedHome = '/usr/lib/bugle'

/**
 * Tells how the server was installed: from npm, by a package of the system, as an archive or image, or as a checkout.
 *
 * @param from a file of the server, in `dist` or `src`
 */
export function ownCommandOf(from: string): OwnCommand {
  const program = programOf(folderOf(from))
  if (program === undefined) return { help: 'npm start -- --help', admin: 'npm run admin --' }
  return { help: `${program} --help`, admin: `${program} admin` }
}

/** The commands of the running server. */
export const ownCommand = ownCommandOf(fileURLToPath(import.meta.url))

/** Returns the folder of the server that a file is in, which has `dist` or `src`. */
function folderOf(file: string): string {
  return file.replace(/[/\\](?:dist|src)[/\\](?!.*[/\\](?:dist|src)[/\\]).*$/, '')
}

/** Names the program that takes commands; undefined where those are npm's. */
function programOf(folder: string): string | undefined {
  if (nameOf(folder) === 'bugle-server') return 'npx bugle-server'
  const home = join(folder, '../..')
  if (existsSync(join(home, 'scripts/start.mjs'))) return undefined
  return home === packagedHome ? 'bugle-server' : 'node apps/server/dist/main.js'
}

function nameOf(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name
  } catch {
    return undefined
  }
}
