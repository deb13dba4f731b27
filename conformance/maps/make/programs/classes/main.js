import { Circle, Shape } from './shapes.js'

const Named = class {
  run(task) {
    return this.#inner(task)
  }
  #inner(task) {
    return task()
  }
}

const runner = new Named()
const tasks = {
  method: () => new Shape(3).describe(),
  constructor_: () => new Circle(2),
  fixed: () => Shape.parse('abc'),
  getter: () => new Shape(120).perimeter,
}
for (const name of Object.keys(tasks)) {
  try {
    runner.run(tasks[name])
  } catch (error) {
    report(error)
  }
}
