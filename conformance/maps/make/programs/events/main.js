import { Emitter } from './emitter.js'

const emitter = new Emitter()

emitter.on('order', (order) => {
  if (!order.lines) throw new Error('an order without lines')
})
emitter.on('order', function count(order) {
  for (const line of order.lines) {
    emitter.emit('line', line)
  }
})
emitter.on('line', ({ sku }) => sku.trim())

function send(order) {
  emitter.emit('order', order)
}

for (const order of [{}, { lines: [{ sku: ' a ' }, {}] }]) {
  try {
    send(order)
  } catch (error) {
    report(error)
  }
}
setTimeout(() => {
  try {
    emitter.once('tick')
  } catch (error) {
    report(error)
  }
}, 1)
