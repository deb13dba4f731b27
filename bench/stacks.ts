import type { Random } from '../e2e/harness/random.ts'
import { repeatSlots } from './slots.ts'
import * as vocabulary from './vocabulary.ts'

/** Generates a stack as V8 prints it: 28 to 32 frames, the application's among those of libraries. */
export function stackOf(
  { exceptionType, message, rank }: { exceptionType: string; message: string; rank: number },
  random: Random,
): string {
  const frames = [ownFrame(random, `${random.pick(vocabulary.verbs)}${random.pick(vocabulary.nouns)}${rank}`)]
  const count = 28 + random.below(5)
  while (frames.length < count - 2) frames.push(random.next() < 0.35 ? ownFrame(random) : libraryFrame(random))
  frames.push(
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    `    at async Server.handle (/app/node_modules/fastify/lib/handle-request.js:${position(random)})`,
  )
  return `${exceptionType}: ${repeatSlots(message)}\n${frames.join('\n')}`
}

function ownFrame(random: Random, name = `${random.pick(vocabulary.verbs)}${random.pick(vocabulary.nouns)}`): string {
  const noun = random.pick(vocabulary.nouns)
  const prefix = random.pick(['', '', `${noun}Service.`, 'async ', `Object.`, `new `])
  const file = `/app/src/${random.pick(vocabulary.folders)}/${noun.toLowerCase()}-${random.pick(vocabulary.suffixes)}.ts`
  return `    at ${prefix}${name} (${file}:${position(random)})`
}

function libraryFrame(random: Random): string {
  const [library, file, name] = random.pick(vocabulary.libraryCalls)
  return `    at ${name} (/app/node_modules/${library}/${file}:${position(random)})`
}

function position(random: Random): string {
  return `${1 + random.below(900)}:${1 + random.below(80)}`
}
