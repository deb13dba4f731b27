/**
 * Why a position has no original: after the last line that the map knows, on a line without a token before it, or in
 * code that the bundler made itself.
 */
export type Unmapped = 'after_last_line' | 'not_on_line' | 'made_by_bundler'
