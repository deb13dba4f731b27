import { HourSums, type HoursWire } from './hour-sums.ts'
import { TagSums, type TagsWire } from './tag-sums.ts'

interface Wire {
  tags: TagsWire
  hours: HoursWire
}

/** Counts that may be late: gathered over seconds, most concern the same counters, so that a counter is written once for many events. */
export class DeferredCounts {
  readonly tags: TagSums
  readonly hours: HourSums

  constructor(tags = new TagSums(), hours = new HourSums()) {
    this.tags = tags
    this.hours = hours
  }

  get isEmpty(): boolean {
    return this.tags.isEmpty && this.hours.isEmpty
  }

  /** Encodes the counts as bytes of a queue row. */
  encode(): Buffer {
    return Buffer.from(JSON.stringify({ tags: this.tags.toWire(), hours: this.hours.toWire() } satisfies Wire))
  }

  /** Adds encoded counts. */
  addEncoded(bytes: Buffer): void {
    const { tags, hours } = JSON.parse(bytes.toString('utf8')) as Wire
    this.tags.addWire(tags)
    this.hours.addWire(hours)
  }

  /**
   * Removes a group; returns whether it had any counts.
   *
   * @param ofGroup its key
   */
  drop(ofGroup: string): boolean {
    const [hadTags, hadHours] = [this.tags.drop(ofGroup), this.hours.drop(ofGroup)]
    return hadTags || hadHours
  }
}
