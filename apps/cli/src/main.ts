import { runProgram } from './program.ts'

// Entry point of `bugle`. A second Ctrl+C ends it at once.
const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())
// A closed pipe (`bugle issues list | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const { env, stdin, stdout, stderr } = process
const host = { env, directory: process.cwd(), stdin, stdout, stderr, signal: interruption.signal }
try {
  process.exitCode = await runProgram(process.argv.slice(2), host)
} catch (error) {
  // Uncaught, it would come with a page of minified code.
  console.error('This is a bug in bugle; please report it with these lines.')
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
}
// A connection kept alive, or an unread standard input, must not hold the program.
stdin.destroy()
