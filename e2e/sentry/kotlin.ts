import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installMavenTree } from './installs.ts'
import { cache, hasCommand, programs, type Ran, run } from './stage.ts'

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

/** Compiles the Kotlin programs into a jar that later runs find, or says what is missing here. */
export async function compileKotlin(): Promise<CompiledKotlin | { missing: string }> {
  if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
  const libraries = installMavenTree(`kotlin-sdk-${version}`, sdk)
  const tools = installMavenTree(`kotlin-compiler-${version}`, compiler)
  if ('missing' in libraries) return libraries
  if ('missing' in tools) return tools
  const folder = join(programs, 'kotlin')
  const sources = readdirSync(folder).map((name) => join(folder, name))
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(source))
  const jar = join(cache, `kotlin-programs-${hash.digest('hex').slice(0, 12)}.jar`)
  if (!existsSync(jar)) await compile(sources, jar, { libraries: libraries.directory, tools: tools.directory })
  const classPath = `${jar}${delimiter}${join(libraries.directory, '*')}`
  return { run: (name, env, ...options) => run('java', ['-cp', classPath, ...options, `shop.${name}`], env) }
}

async function compile(sources: string[], jar: string, from: { libraries: string; tools: string }): Promise<void> {
  // The compiler does not expand `*` in a class path.
  const classPath = readdirSync(from.libraries)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(from.libraries, name))
    .join(delimiter)
  const unfinished = jar.replace(/\.jar$/, `-${process.pid}.jar`)
  const options = ['-no-stdlib', '-no-reflect', '-Werror', '-classpath', classPath, '-d', unfinished]
  const main = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'
  const { code, output } = await run('java', ['-cp', join(from.tools, '*'), main, ...options, ...sources], {})
  if (code !== 0) throw new Error(`Kotlin does not compile:\n${output}`)
  renameSync(unfinished, jar)
}
