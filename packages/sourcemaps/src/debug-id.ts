import { createHash } from 'node:crypto'
import { findDebugId } from '@bugle/symbols'

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
/** Lines that register an id where our SDKs read it: ours, and those of Sentry's tools. */
const registrations = [
  new RegExp(`__bugleDebugIds=[^;]{0,200}?\\]\\s*=\\s*["'](${uuid})["']`),
  new RegExp(`\\b_(?:sentryD|d)ebugIds\\b[^;]{0,200}?["'](${uuid})["']`),
  // Bytecode keeps the texts of its code alone.
  new RegExp(`(?:bugle|sentry)-dbid-(${uuid})`),
]

/** The ids of a generated file: the one that its code registers as it runs, and the one of its comment. */
export interface CodeIds {
  registered: string | undefined
  comment: string | undefined
}

/** Reads the debug ids of a generated file, whoever wrote them; of bytecode, as Latin-1. */
export function readCodeIds(code: string): CodeIds {
  const registered = registrations.map((one) => one.exec(code)?.[1]).find((id) => id !== undefined)
  return { registered: registered?.toLowerCase(), comment: findDebugId(Buffer.from(code.slice(-4000)))?.toLowerCase() }
}

/**
 * Makes the debug id of a file: the same for the same name and code, so that a file under a hashed name never changes.
 *
 * @example makeDebugId('assets/app-3f9a.js', 'console.log(1)\n') // '5d1f7a1c-3b9e-8f0c-a1d4-6e8f0b2c4d6e'
 */
export function makeDebugId(name: string, code: string): string {
  const digest = createHash('sha256')
    .update(`${name.replace(/^.*\//, '')}\0`)
    .update(code)
    .digest()
  // RFC 9562: version 8 for ids made by a rule of one's own, variant 10.
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Returns the statement that registers a file's debug id, on one line. The stack of an error made in a file names the
 * file as errors will. The second registry is that of Sentry's SDKs: whoever reports by them to a Bugle server needs no
 * other tool for builds.
 */
export function registeringLine(debugId: string): string {
  return `;(function(g){try{var s=new Error().stack;(g.__bugleDebugIds=g.__bugleDebugIds||{})[s]=(g._sentryDebugIds=g._sentryDebugIds||{})[s]="${debugId}"}catch(e){}})(typeof globalThis=="object"?globalThis:this);`
}
