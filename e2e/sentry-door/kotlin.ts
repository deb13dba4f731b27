import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { hasCommand, installMavenTree, programs, type Ran, run } from './door-stage.ts'

const version = '2.4.21'
const sdk = [
  'io.sentry:sentry-kotlin-extensions:8.51.0',
  'org.jetbrains.kotlinx:kotlinx-coroutines-core:1.11.0',
  `org.jetbrains.kotlin:kotlin-stdlib:${version}`,
]
const compiler = [`org.jetbrains.kotlin:kotlin-compiler-embeddable:${version}`]

export interface CompiledKotlin {
  /** Runs the `main` of a file, such as that of `Program.kt` as `ProgramKt`, with options of the JVM. */
  run(name: string, env: Record<string, string>, ...options: string[]): Promise<Ran>
}

let compiled: Promise<CompiledKotlin | { missing: string }> | undefined

/** Compiles the Kotlin programs, once for a test file. */
export function compileKotlin(): Promise<CompiledKotlin | { missing: string }> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<CompiledKotlin | { missing: string }> {
  if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
  const libraries = installMavenTree(`kotlin-sdk-${version}`, sdk)
  const tools = installMavenTree(`kotlin-compiler-${version}`, compiler)
  if ('missing' in libraries) return libraries
  if ('missing' in tools) return tools
  const jars = join(libraries.directory, '*')
  const classes = mkdtempSync(join(tmpdir(), 'bugle-kotlin-'))
  const folder = join(programs, 'kotlin')
  const sources = readdirSync(folder).map((name) => join(folder, name))
  // The compiler does not expand `*` in a class path.
  const compilePath = readdirSync(libraries.directory)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(libraries.directory, name))
    .join(delimiter)
  const options = ['-no-stdlib', '-no-reflect', '-Werror', '-classpath', compilePath, '-d', classes]
  const main = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'
  const { code, output } = await run('java', ['-cp', join(tools.directory, '*'), main, ...options, ...sources], {})
  if (code !== 0) throw new Error(`Kotlin does not compile:\n${output}`)
  const classPath = `${classes}${delimiter}${jars}`
  return { run: (name, env, ...more) => run('java', ['-cp', classPath, ...more, `shop.${name}`], env) }
}
