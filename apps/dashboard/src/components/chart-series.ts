/** One layer of a chart. */
export interface ChartSeries {
  key: string
  label: string
  /** The class that fills its bars. */
  fill: string
  counts: number[]
}
