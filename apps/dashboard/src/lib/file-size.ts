import { language } from '@bugle/presentation/i18n'

/**
 * Formats the size of a file, in thousands.
 *
 * @example fileSize(812_000) // '812 kB'
 */
export function fileSize(bytes: number): string {
  const [unit, value] =
    bytes < 1000 ? ['byte', bytes] : bytes < 1_000_000 ? ['kilobyte', bytes / 1000] : ['megabyte', bytes / 1_000_000]
  const maximumFractionDigits = unit === 'kilobyte' && value >= 10 ? 0 : 1
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value)
}
