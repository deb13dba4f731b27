type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** Numbers that are added one after the other, in a typed array that grows. */
export class GrowingArray<Array extends Numbers> {
  readonly #create: (length: number) => Array
  values: Array
  length = 0

  constructor(create: (length: number) => Array) {
    this.#create = create
    this.values = create(1024)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.#create(this.values.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }
}

export const integers = () => new GrowingArray((length) => new Int32Array(length))
export const addresses = () => new GrowingArray((length) => new Float64Array(length))
