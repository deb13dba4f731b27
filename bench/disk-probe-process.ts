import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'

// `disk-probe-process.ts <directory>`: writes until stopped, then sends the milliseconds of each write.

const file = join(process.argv[2]!, `disk-probe-${process.pid}`)
const block = Buffer.alloc(8192, 1)
const blocks = 128
const took: number[] = []
try {
  setPriority(-10)
} catch {
  // Not permitted: the figure then includes waiting for a core.
}
const fd = openSync(file, 'w')
// In place, as a database writes its log: the file's metadata does not change.
for (let n = 0; n < blocks; n += 1) writeSync(fd, block)
fsyncSync(fd)
const timer = setInterval(() => {
  const began = performance.now()
  writeSync(fd, block, 0, block.length, (took.length % blocks) * block.length)
  fdatasyncSync(fd)
  took.push(performance.now() - began)
}, 50)
process.on('message', () => {
  clearInterval(timer)
  process.send!(took)
})
process.on('disconnect', () => {
  closeSync(fd)
  rmSync(file)
  process.exit()
})
process.send!('ready')
