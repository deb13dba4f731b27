import { readFileSync } from 'node:fs'

/** This release, from the package beside the sources and the build alike. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
