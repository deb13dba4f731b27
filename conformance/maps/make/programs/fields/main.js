import { Counter } from './counter.js'

class Widget {
  static registry = new Map()
  options = this.defaults()
  handle = (event) => {
    if (!event) throw new Error('no event')
    return this.counter.add(event.amount)
  }
  static {
    Widget.registry.set('widget', Widget)
  }

  constructor(counter) {
    this.counter = counter
  }

  defaults() {
    if (Widget.broken) throw new Error('no defaults')
    return { step: 1 }
  }

  ['on' + 'Click'](event) {
    return this.handle(event)
  }
}

const widget = new Widget(new Counter(3))
const actions = [
  () => widget.onClick({ amount: 7 }),
  () => widget.onClick(),
  () => {
    Widget.broken = true
    return new Widget()
  },
]
for (const action of actions) {
  try {
    action()
  } catch (error) {
    report(error)
  }
}
