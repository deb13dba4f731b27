const listeners = Symbol('listeners')

export class Emitter {
  constructor() {
    this[listeners] = {}
  }

  on(name, listener) {
    const list = (this[listeners][name] ??= [])
    list.push(listener)
    return () => list.splice(list.indexOf(listener), 1)
  }

  emit(name, ...values) {
    this[listeners][name]?.forEach((listener) => listener(...values))
  }

  once(name, listener = required('listener')) {
    const off = this.on(name, (...values) => {
      off()
      listener(...values)
    })
  }
}

function required(name) {
  throw new TypeError(`${name} is required`)
}
