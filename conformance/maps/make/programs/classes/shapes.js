export class Shape {
  constructor(sides) {
    if (sides < 0) throw new RangeError('negative sides')
    this.sides = sides
  }

  area() {
    throw new Error(`${this.constructor.name} has no area`)
  }

  describe() {
    return `area ${this.area()}`
  }

  static parse(text) {
    const sides = Number(text)
    if (Number.isNaN(sides)) throw new SyntaxError('no number: ' + text)
    return new Shape(sides)
  }

  get perimeter() {
    return this.#measure(this.sides)
  }

  #measure(sides) {
    if (sides > 99) throw new RangeError('too many sides: ' + sides)
    return sides * 2
  }
}

export class Circle extends Shape {
  constructor(radius) {
    super(radius - 5)
    this.radius = radius
  }
}
