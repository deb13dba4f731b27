import { batches } from './batches.js'

function* numbers(limit) {
  for (let number = 0; number < limit; number++) {
    if (number === 5) throw new Error('five is right out')
    yield number
  }
}

async function* slowly(values) {
  for (const value of values) {
    await null
    yield value
  }
}

async function drain(limit) {
  const seen = []
  for await (const batch of slowly(batches(numbers(limit), 2))) seen.push(batch)
  return seen
}

function spread(limit) {
  return [...numbers(limit)]
}

try {
  await drain(9)
} catch (error) {
  report(error)
}
try {
  spread(7)
} catch (error) {
  report(error)
}
try {
  batches([], 0).next()
} catch (error) {
  report(error)
}
