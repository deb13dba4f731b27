// Layouts that tools print instead of the runtime's own text, from real runs: Python's consoles, sanitizers and debuggers
// of native code, gin's recovery, Clojure's data of an exception. Each tool that is missing is left out.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { replaceAllIn } from './expected.mjs'
import { copyPrograms } from './javascript.mjs'

const options = { encoding: 'utf8', maxBuffer: 1 << 26, timeout: 300_000 }

/** Environment: CONSOLES_PYTHON, a Python that has loguru, rich, IPython and pytest; CLOJURE, a class path. */
export async function consoles(directory) {
  copyPrograms(directory)
  const made = [python, sanitizer, valgrind, gdb, gin, clojure].flatMap((make) => {
    try {
      return make(directory)
    } catch (error) {
      console.log(`consoles: ${make.name} left out, ${error.message.split('\n')[0]}`)
      return []
    }
  })
  return {
    runtime: 'consoles',
    engine: 'several',
    version: 'loguru, rich, IPython, pytest; gcc with AddressSanitizer, Valgrind, gdb; gin; Clojure',
    expected_from: "the runtimes' own interfaces: see the README",
    cases: replaceAllIn(made, [
      [directory, '/srv/app'],
      [homedir(), '/home/user'],
    ]),
  }
}

function python(directory) {
  return ['loguru', 'rich', 'ipython', 'pytest'].flatMap((tool) => {
    const printed = run(process.env.CONSOLES_PYTHON ?? 'python3', ['consoles.py', tool], directory)
    return JSON.parse(printed).map((one) => toCase(one, 'python', () => true))
  })
}

/** The same run prints its frames once as usual and once in fields of their own. */
function sanitizer(directory) {
  run('gcc', ['-g', '-O0', '-fsanitize=address', '-fno-omit-frame-pointer', '-o', 'asan', 'native.c'], directory)
  const report = (format) =>
    spawnSync(join(directory, 'asan'), [], { ...options, env: { ...process.env, ASAN_OPTIONS: format } }).stderr
  const stacks = fieldsOf(report('stack_trace_format="frame|%n|%f|%s|%l|%m"'))
  const [frames, ...others] = stacks
  const text = report('')
  const message = /AddressSanitizer: (.*)/.exec(text)[1]
  const ours = ({ file }) => file.startsWith(directory)
  return [
    toCase(
      { name: 'AddressSanitizer', exception_type: 'AddressSanitizer', message, stack: text, frames },
      'linux',
      ours,
      others.map((one) => ({ frames: one })),
    ),
  ]
}

function fieldsOf(text) {
  const stacks = []
  for (const line of text.split('\n').filter((one) => one.startsWith('frame|'))) {
    const [, number, name, file, at, module] = line.split('|')
    if (number === '0') stacks.push([])
    // Code without debug information has the path of its binary.
    const isKnown = file !== '<null>'
    stacks.at(-1).push({ function: name, file: isKnown ? file : module, ...(isKnown ? { line: Number(at) } : {}) })
  }
  return stacks
}

/** Valgrind prints the same stacks as XML. */
function valgrind(directory) {
  run('gcc', ['-g', '-O0', '-o', 'plain', 'native.c'], directory)
  const command = (more) => spawnSync('valgrind', ['-q', ...more, './plain'], { ...options, cwd: directory })
  const text = command([]).stderr
  const { stderr: xml } = command(['--xml=yes', '--xml-fd=2'])
  const error = /<error>[\s\S]*?<\/error>/.exec(xml)[0]
  const stacks = [...error.matchAll(/<stack>([\s\S]*?)<\/stack>/g)].map(([, stack]) =>
    [...stack.matchAll(/<frame>([\s\S]*?)<\/frame>/g)].map(([, frame]) => {
      const field = (name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(frame)?.[1]
      const location =
        field('file') === undefined ? { file: field('obj') } : { file: field('file'), line: Number(field('line')) }
      return { function: field('fn'), ...location }
    }),
  )
  const [frames, ...others] = stacks
  const first = text.slice(0, text.indexOf('\n==', text.indexOf("alloc'd") + 200))
  return [
    toCase(
      { name: 'Valgrind', exception_type: 'Error', message: 'Invalid read of size 4', stack: first, frames },
      'linux',
      ({ file }) => file === 'native.c',
      others.map((one) => ({ frames: one })),
    ),
  ]
}

/** gdb's Python walks the frames that `bt` prints. */
function gdb(directory) {
  const walk = `import gdb, json
frame = gdb.newest_frame()
found = []
while frame:
    sal = frame.find_sal()
    one = {"function": frame.name()}
    if sal.symtab:
        one.update(file=sal.symtab.filename, line=sal.line)
    found.append(one)
    frame = frame.older()
print("frames " + json.dumps(found))
`
  writeFileSync(join(directory, 'walk.py'), walk)
  const start = ['-nx', '-batch', '-ex', 'set debuginfod enabled off', '-ex', 'run']
  const text = run('gdb', [...start, '-ex', 'bt', '--args', './plain', 'null'], directory)
  const walked = run('gdb', [...start, '-x', 'walk.py', '--args', './plain', 'null'], directory)
  const frames = JSON.parse(/^frames (.*)$/m.exec(walked)[1])
  const stack = text.slice(text.indexOf('Program received'))
  return [
    toCase(
      { name: 'gdb', exception_type: 'SIGSEGV', message: 'Segmentation fault', stack, frames },
      'linux',
      ({ file }) => file === 'native.c',
    ),
  ]
}

/** gin prints the calls that runtime.Callers reports. */
function gin(directory) {
  const folder = join(directory, 'gin')
  mkdirSync(folder)
  cpSync(join(directory, 'gin.go'), join(folder, 'main.go'))
  run('go', ['mod', 'init', 'shop'], folder)
  run('go', ['get', 'github.com/gin-gonic/gin@v1.9.1'], folder)
  const printed = run('go', ['run', '.'], folder)
  return JSON.parse(printed).map((one) => toCase(one, 'go', ({ file }) => file.startsWith(folder)))
}

function clojure(directory) {
  const printed = run('java', ['-cp', process.env.CLOJURE ?? '', 'clojure.main', 'stacks.clj'], directory)
  return JSON.parse(printed).map((one) => toCase(one, 'java', ({ module }) => module.startsWith('shop.')))
}

function toCase({ name, exception_type, message, stack, frames }, platform, isOurs, causes) {
  const mark = (list) => list.map((frame) => ({ ...frame, in_app: isOurs(frame) }))
  return {
    ...{ name, platform, exception_type, message, stack, frames: mark(frames) },
    ...(causes ? { causes: causes.map((cause) => ({ ...cause, frames: mark(cause.frames) })) } : {}),
  }
}

function run(command, args, cwd) {
  return execFileSync(command, args, { ...options, cwd, stdio: ['ignore', 'pipe', 'ignore'] })
}
