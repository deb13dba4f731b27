// Usage: node conformance/debug-files/make/jvm.mjs
//
// Compiles the program, obfuscates it with ProGuard in several ways, runs each build, and writes
// conformance/debug-files/proguard.json: the mapping, the stacks as they were printed, and what ProGuard's own retrace
// makes of them. Needs a JDK and Maven, which fetches ProGuard from Maven Central.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
/** The newest version that Maven Central has of both parts. */
const version = '7.4.2'
const directory = mkdtempSync(join(tmpdir(), 'proguard-'))
const inDirectory = (...parts) => join(directory, ...parts)

const common = ['-keep public class shop.Main { public static void main(java.lang.String[]); }', '-dontwarn **']
const lines = '-keepattributes SourceFile,LineNumberTable,InnerClasses'
const builds = {
  'lines and inlining': [
    lines,
    '-renamesourcefileattribute SourceFile',
    '-optimizationpasses 3',
    '-repackageclasses q',
  ],
  'lines, not optimized': [lines, '-dontoptimize', '-overloadaggressively'],
  'no lines': ['-dontoptimize', '-flattenpackagehierarchy'],
}

try {
  const libraries = fetchLibraries()
  const classPath = libraries.join(':')
  mkdirSync(inDirectory('classes'))
  cpSync(join(here, 'programs/jvm'), inDirectory('source'), { recursive: true })
  const sources = ['Main', 'Cart', 'Card', 'PaymentDeclined'].map((name) => inDirectory('source/shop', `${name}.java`))
  execFileSync('javac', ['-g', '--release', '8', '-Xlint:-options', '-d', inDirectory('classes'), ...sources])
  execFileSync('jar', ['cf', inDirectory('in.jar'), '-C', inDirectory('classes'), '.'])
  const cases = Object.entries(builds).map(([name, options]) => build(name, options, classPath))
  writeFileSync(join(here, '../proguard.json'), `${JSON.stringify({ tool: `ProGuard ${version}`, cases }, null, 2)}\n`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function fetchLibraries() {
  const dependency = (name) =>
    `<dependency><groupId>com.guardsquare</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`
  const model = `<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
    <dependencies>${dependency('proguard-base')}${dependency('proguard-retrace')}</dependencies></project>`
  writeFileSync(inDirectory('pom.xml'), model)
  execFileSync('mvn', ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=libraries'], { cwd: directory })
  return [inDirectory('libraries', '*')]
}

function build(name, options, classPath) {
  const mapping = inDirectory('mapping.txt')
  const configuration = [
    ...[`-injars ${inDirectory('in.jar')}`, `-outjars ${inDirectory('out.jar')}`],
    ...[
      `-libraryjars ${join(javaHome(), 'jmods/java.base.jmod')}(!**.jar;!module-info.class)`,
      `-printmapping ${mapping}`,
      ...common,
      ...options,
    ],
  ]
  writeFileSync(inDirectory('rules.pro'), configuration.join('\n'))
  rmSync(inDirectory('out.jar'), { force: true })
  execFileSync('java', ['-cp', classPath, 'proguard.ProGuard', `@${inDirectory('rules.pro')}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { stderr } = spawnSync('java', ['-cp', inDirectory('out.jar'), 'shop.Main'], { encoding: 'utf8' })
  // Calls of the JDK differ with its version, and no mapping knows them.
  const stacks = stderr
    .split('--\n')
    .map(withoutJdk)
    .filter((stack) => stack.trim() !== '')
  const retraced = stacks.map((stack) => {
    writeFileSync(inDirectory('stack.txt'), stack)
    return execFileSync('java', ['-cp', classPath, 'proguard.retrace.ReTrace', mapping, inDirectory('stack.txt')], {
      encoding: 'utf8',
    })
  })
  return {
    name,
    mapping: readFileSync(mapping, 'utf8'),
    stacks: stacks.map((stack, index) => ({ stack, retraced: retraced[index] })),
  }
}

function withoutJdk(stack) {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at java/.test(line))
    .join('\n')
}

function javaHome() {
  const { stderr } = spawnSync('java', ['-XshowSettings:properties', '-version'], { encoding: 'utf8' })
  return /java\.home = (.*)/.exec(stderr)[1]
}
