// Scenarios in newer syntax.
class Order {
  #secret = 1
  static from(input) {
    return new Order(input)
  }
  constructor(input) {
    if (input === undefined) throw new TypeError('no input')
    this.input = input
  }
  total = () => {
    fail('arrow field')
  }
  #hidden() {
    fail('private ' + this.#secret)
  }
  show() {
    this.#hidden()
  }
  async pay() {
    await tick()
    this.show()
  }
  get sum() {
    return this.total()
  }
  *[Symbol.iterator]() {
    yield fail('iterator')
  }
}
class Special extends Order {
  show() {
    super.show()
  }
}
class DeclinedError extends Error {
  constructor(message, options) {
    super(message, options)
    this.name = 'DeclinedError'
  }
}
async function tick() {}
async function level3() {
  await tick()
  fail('deep in async')
}
async function level2() {
  await level3()
}
async function level1() {
  return await level2()
}

scenarios['class method'] = () => new Order(1).show()
scenarios['static method'] = () => Order.from()
scenarios['inherited method'] = () => new Special(1).show()
scenarios['arrow field'] = () => new Order(1).total()
scenarios['class getter'] = () => new Order(1).sum
scenarios['iterator of a class'] = () => [...new Order(1)]
scenarios['error class'] = () => {
  throw new DeclinedError('declined')
}
scenarios['async functions'] = () => level1()
scenarios['async method'] = () => new Order(1).pay()
scenarios['async arrow'] = async () => {
  await tick()
  await (async () => {
    await tick()
    outer()
  })()
}
scenarios['Promise.all'] = async () => {
  await Promise.all([tick(), level1()])
}
scenarios['Promise.any'] = async () => {
  try {
    await Promise.any([level1()])
  } catch (error) {
    throw error.errors[0]
  }
}
scenarios['for await'] = async () => {
  async function* rows() {
    yield 1
    fail('row 2')
  }
  for await (const _ of rows()) await tick()
}
scenarios.generator = () => {
  function* numbers() {
    yield outer()
  }
  return numbers().next()
}
scenarios['tagged template'] = () => {
  const tag = (parts) => middle(`tag ${parts.length}`)
  return tag`a${1}b`
}
scenarios['default parameter'] = () => {
  const run = (value = outer()) => value
  return run()
}
scenarios['optional call'] = () => shop.open?.()
scenarios['symbol method'] = () => {
  const thing = {
    [Symbol.toPrimitive]() {
      return middle('primitive')
    },
  }
  return `${thing}`
}
scenarios['computed method'] = () => {
  const key = 'pay-now'
  return { [key]: () => middle('computed') }[key]()
}
scenarios['timer callback'] = () =>
  new Promise((_, reject) => {
    setTimeout(function later() {
      try {
        outer()
      } catch (error) {
        reject(error)
      }
    }, 0)
  })
scenarios['cause'] = () => {
  try {
    outer()
  } catch (error) {
    throw new DeclinedError('outer one', { cause: error })
  }
}
