// Usage: npx tsx packages/stacktrace/bench/parse.ts
// Prints the median time of one parse of a 30-frame stack.
import { parseStack } from '../src/index.ts'

const frames = Array.from({ length: 29 }, (_, index) =>
  index % 3 === 0
    ? `    at async CartService.apply${index} (/srv/app/dist/services/cart-service.js:${100 + index}:${index + 7})`
    : `    at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:${95 + index}:5)`,
).join('\n')
const text = `TypeError: Cannot read properties of undefined (reading 'id')\n${frames}`

const samples: number[] = []
let sink = 0
for (let round = 0; round < 400; round++) {
  const start = process.hrtime.bigint()
  // A different line number each time, so that no cache can match by text.
  for (let turn = 0; turn < 50; turn++)
    sink += parseStack(`${text}\n    at x (/a.js:${round * 50 + turn}:1)`).frames.length
  samples.push(Number(process.hrtime.bigint() - start) / 50_000)
}
samples.sort((a, b) => a - b)
console.log(`${sink / 20_000} frames: median ${samples[200]!.toFixed(1)} µs, p95 ${samples[380]!.toFixed(1)} µs`)
