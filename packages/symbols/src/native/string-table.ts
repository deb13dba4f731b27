/** Numbers texts that occur again and again; 0 is the empty one. */
export class StringTable {
  readonly #numbers = new Map<string, number>([['', 0]])
  readonly texts: string[] = ['']

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    this.#numbers.set(text, number)
    this.texts.push(text)
    return number
  }
}
