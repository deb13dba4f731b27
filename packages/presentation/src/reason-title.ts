import type { ReasonCode } from '@bugle/symbols/reason'
import { t } from './i18n.ts'

/** Names a reason code. A newer server may have further ones. */
export function reasonTitle(code: string): string {
  const titles: Record<ReasonCode, string> = {
    no_map: t('No source map'),
    wrong_release: t('Source map of another release'),
    dist_differs: t('Source map of another dist'),
    debug_id_unknown: t('Debug ID without a source map'),
    no_debug_id: t('Event without a debug ID'),
    map_missing_for_file: t('File without its source map'),
    map_broken: t('Invalid source map'),
    position_outside: t('Position not in the source map'),
    map_of_other_build: t('Source map of another build'),
    map_unsure: t('Source map may be of another build'),
    hermes_map_not_composed: t('Hermes source map not composed'),
    no_position: t('Frame without a position'),
    no_source_text: t('Source map without source text'),
    ambiguous: t('Several source maps fit'),
    too_large: t('Source map too large'),
    evicted: t('Source map removed'),
    indexing: t('Source map is being indexed'),
    no_debug_file: t('No debug file'),
    address_outside: t('Address not in the symbol file'),
    ambiguous_method: t('Several methods fit'),
    failed: t('Not resolved'),
  }
  return titles[code as ReasonCode] ?? t('Not resolved')
}
