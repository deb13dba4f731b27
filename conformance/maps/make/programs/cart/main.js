import { discountOf, priceOf } from './prices.js'

function totalOf(items) {
  let total = 0
  for (const item of items) total += priceOf(item)
  return total
}

function checkout(items, percent) {
  const total = totalOf(items)
  const reduced = discountOf(total, percent)
  return { total, reduced }
}

const attempts = [
  () => checkout([{ name: 'pen', price: 2 }, { name: 'ink' }], 0),
  () => checkout([{ name: 'pen', price: 2, count: 7 }], 150),
]
for (const attempt of attempts) {
  try {
    attempt()
  } catch (error) {
    report(error)
  }
}
