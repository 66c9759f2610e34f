import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue } from '#domain/kernel/errors.ts'

export type PatternCommand = { type: 'ClaimPattern'; series: string }
export type PatternEvent = { type: 'NumberPatternClaimed'; data: { series: string } }

const patternRefusal = catalogue({ SERIES_PATTERN_TAKEN: 'conflict' })

/** Stream of a pattern's claim: two series of a SIREN and year never share a pattern. */
export const patternId = (issuer: string, year: number, pattern: string): string =>
  `${issuer}-${year}-${Array.from(pattern, (letter) => letter.codePointAt(0)?.toString(16)).join('')}`

/** @throws SERIES_PATTERN_TAKEN */
export function assertPattern(taken: string, series: string): void {
  if (taken === '' || taken === series) return
  throw patternRefusal('SERIES_PATTERN_TAKEN', {}, [
    { path: 'pattern', code: 'SERIES_PATTERN_TAKEN' },
  ])
}

/**
 * The series that a pattern of numbers belongs to.
 *
 * @source CGI ann. II art. 242 nonies A I-7°: a number is given once
 */
export const patternDecider: Decider<PatternCommand, PatternEvent, string> = {
  category: 'numberPattern',
  initial: '',
  /** @throws SERIES_PATTERN_TAKEN */
  decide({ series }, taken) {
    assertPattern(taken, series)
    if (taken === series) return []
    return [{ type: 'NumberPatternClaimed', data: { series } }]
  },
  evolve: (_, { data }) => data.series,
}
