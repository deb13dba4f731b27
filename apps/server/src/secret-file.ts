import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { makeDirectory } from './db/make-directory.ts'

/**
 * Returns BUGLE_SECRET, or the secret in the data directory, which is generated (mode 0600) if it does not exist. The
 * file is created exclusively: two processes that start at the same time end up with the same secret.
 *
 * @throws ConfigError if the data directory cannot be used
 */
export function readOrMakeSecret(config: Config): string {
  if (config.BUGLE_SECRET !== undefined) return config.BUGLE_SECRET
  const file = fileOf(config)
  try {
    if (!existsSync(file)) makeSecret(config.dataDirectory, file)
    if ((statSync(file).mode & 0o777) !== 0o600) chmodSync(file, 0o600)
    return read(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const hint = code === 'EROFS' ? ' It is on a read-only file system.' : ''
    throw new ConfigError(`BUGLE_DATA cannot be used: ${message}.${hint}`)
  }
}

/** Returns the secret, and whether Bugle generated it; undefined if none exists yet. Never generates one. */
export function findSecret(config: Config): { text: string; isOurs: boolean } | undefined {
  if (config.BUGLE_SECRET !== undefined) return { text: config.BUGLE_SECRET, isOurs: false }
  const file = fileOf(config)
  return existsSync(file) ? { text: read(file), isOurs: true } : undefined
}

/**
 * Writes a secret to the file. A different secret that is already there is moved aside, never deleted.
 *
 * @returns the new path of the former secret, if it was moved
 */
export function installSecret(config: Config, secret: string): string | undefined {
  const file = fileOf(config)
  const former = existsSync(file) ? read(file) : undefined
  if (former === secret) return undefined
  makeDirectory(config.dataDirectory)
  const aside = `${file}.before-restore`
  if (former !== undefined) renameSync(file, aside)
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx', flush: true })
  return former === undefined ? undefined : aside
}

function makeSecret(directory: string, file: string): void {
  makeDirectory(directory)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function fileOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'secret')
}

function read(file: string): string {
  return readFileSync(file, 'utf8').trim()
}
