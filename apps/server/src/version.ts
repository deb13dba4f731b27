import { readFileSync } from 'node:fs'

/** Version of this release, from the package.json next to the sources and to the build. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
