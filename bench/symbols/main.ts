import { type EventCost, measureGeneratedCode } from './generated-code.ts'
import { measureLateMap } from './late-map.ts'
import { measureLookUp } from './look-up.ts'
import { measureMemory } from './memory.ts'
import { bundleLargeProgram } from './program.ts'

const { map } = await bundleLargeProgram()
const lookUp = await measureLookUp(map)
const { coldStackMs } = lookUp
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
print(
  'map, index',
  `${mega(lookUp.mapBytes)}, ${mega(lookUp.indexBytes)} (${percent(lookUp.indexBytes / lookUp.mapBytes)})`,
)
print('building the index', `${lookUp.buildCpu.toFixed(2)} s of CPU`)
print('warm frames with function and context', `${Math.round(lookUp.warmFramesPerCpuSecond)} per second of CPU`)
print('cold stack of 50 frames, functions stored', `${coldStackMs.withFunctions.toFixed(0)} ms of CPU`)
print('cold stack of 50 frames, sources to be parsed', `${coldStackMs.withoutFunctions.toFixed(0)} ms of CPU`)
const { plain, generated, mapped } = await measureGeneratedCode(map)
printCost('event of code that is not generated', plain)
printCost('of generated code', generated)
printCost('of generated code with its map', mapped)
const memory = await measureMemory(map)
const mebi = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
print(
  `memory above that at rest, 20 maps of ${mebi(memory.mapBytes)}`,
  `${mebi(memory.inUse)} in use, ${mebi(memory.indexing)} while one is received and indexed`,
)
const late = await measureLateMap(map)
print(
  'late map',
  `${late.events} events in ${late.stacks} stacks: ${late.seconds.toFixed(1)} s, ${late.cpu.toFixed(1)} s of CPU`,
)
print('issues before and after', `${late.issuesBefore}, ${late.issuesAfter}`)
print('counters', late.isExact ? 'equal' : 'DIFFER')
process.exitCode = late.isExact ? 0 : 1

function print(label: string, value: string): void {
  console.log(`${label.padEnd(48)} ${value}`)
}

function printCost(label: string, { first, known, bytes, groups }: EventCost): void {
  const ratio = (value: number, of: number) => `${value.toFixed(0)} (× ${(value / of).toFixed(2)})`
  print(
    label,
    `${ratio(known, plain.known)} µs of CPU, the first of a stack ${ratio(first, plain.first)}; ` +
      `${ratio(bytes, plain.bytes)} bytes; ${groups} exact groups`,
  )
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
