import { refusal } from '#domain/kernel/errors.ts'
import { growingMap } from '#domain/kernel/growing-map.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { assertPattern, patternDecider, patternId } from '#domain/billing/number-pattern.ts'
import {
  formatRef,
  type Issuer,
  PATTERNS,
  profileSeriesId,
  type Series,
  seriesDecider,
  seriesId,
  type SeriesKind,
  type SeriesOpening,
  usualPattern,
} from '#domain/billing/number-series.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

/** A series as the next bill finds it. */
export type NumberPlace = {
  readonly series: string
  /** Version of the series; 0 before its first event. */
  readonly version: number
  readonly pattern: string
  readonly state: Series
  /** Beginning of a series that has given no number and was never opened; null for others. */
  readonly opening: SeriesOpening | null
}
export type SeriesName = { readonly kind: SeriesKind; readonly name?: string }

/** The number that a series gives next. */
export const nextRefOf = ({ pattern, state, opening }: NumberPlace, year: number): string =>
  formatRef(pattern, year, (state?.number ?? opening?.after ?? 0) + 1)

/** Issue date of the last number, here or before the series began; empty without one. */
export const lastDayOf = ({ state, opening }: NumberPlace): string =>
  state?.issueDate ?? opening?.issueDate ?? ''

/** The series that bills and quotes are numbered in. */
export function numbering(handler: CommandHandler, ports: Pick<BillingPorts, 'profilesOf'>) {
  const load = async (series: string, owner: string): Promise<Series> =>
    (await handler.load(seriesDecider, series, owner))?.state ?? null

  /** Last number that profiles of the SIREN gave before series were one a SIREN. */
  async function before(issuer: Issuer, year: number, kind: SeriesKind): Promise<Series> {
    const ids = new Set([issuer.profileId, ...(await ports.profilesOf(issuer.owner, issuer.siren))])
    const states = await Promise.all(
      [...ids].map((id) => load(profileSeriesId(id, year, kind), issuer.owner)),
    )
    return states.reduce(
      (last, one) => ((one?.number ?? 0) > (last?.number ?? 0) ? one : last),
      null,
    )
  }

  /** The beginning of a series: after older numbers, in the pattern of the year before. */
  async function openingOf(
    issuer: Issuer,
    year: number,
    { kind, name = '' }: SeriesName,
  ): Promise<SeriesOpening> {
    const [older, lastYear] = await Promise.all([
      name === '' && issuer.siren !== '' ? before(issuer, year, kind) : null,
      load(seriesId(issuer, year - 1, kind, name), issuer.owner),
    ])
    return {
      pattern: older ? usualPattern(kind, name) : (lastYear?.pattern ?? usualPattern(kind, name)),
      after: older?.number ?? 0,
      issueDate: older?.issueDate ?? '',
      reason: '',
    }
  }

  async function placeOf(issuer: Issuer, year: number, of: SeriesName): Promise<NumberPlace> {
    const series = seriesId(issuer, year, of.kind, of.name)
    const loaded = await handler.load(seriesDecider, series, issuer.owner)
    const state = loaded?.state ?? null
    const opening =
      state === null || (state.number === 0 && state.pattern === undefined)
        ? await openingOf(issuer, year, of)
        : null
    const pattern = state?.pattern ?? opening?.pattern ?? usualPattern(of.kind, of.name ?? '')
    return {
      series,
      version: loaded?.version ?? 0,
      pattern,
      state: state?.number === 0 && opening ? null : state,
      opening,
    }
  }

  const claim = (
    issuer: Issuer,
    year: number,
    pattern: string,
    series: string,
    meta: CommandMeta,
  ) =>
    handler.run(
      patternDecider,
      patternId(issuerId(issuer), year, pattern),
      { type: 'ClaimPattern', series },
      step(meta, derivedUuid(meta.commandId, 'pattern', series)),
    )

  return {
    placeOf,
    /**
     * Opens a series that is not the usual one before its first number. Any process continues it.
     */
    async opened(
      issuer: Issuer,
      year: number,
      of: SeriesName,
      meta: CommandMeta,
    ): Promise<NumberPlace> {
      const place = await placeOf(issuer, year, of)
      const { series, opening } = place
      if (opening === null || isUsual(opening, of)) return place
      await claim(issuer, year, opening.pattern, series, meta)
      await handler.run(
        seriesDecider,
        series,
        { type: 'Continue', opening },
        step(meta, derivedUuid(meta.commandId, 'opened', series)),
      )
      return place
    },
    /** @throws SERIES_PATTERN_TAKEN where another series has the pattern of this one */
    async assertFree(issuer: Issuer, year: number, { series, pattern }: NumberPlace) {
      const claimed = await handler.load(
        patternDecider,
        patternId(issuerId(issuer), year, pattern),
        issuer.owner,
      )
      assertPattern(claimed?.state ?? '', series)
    },
    /**
     * The user's pattern and next number of a series that has given none.
     *
     * @throws STALE_VERSION · SERIES_IN_USE · SERIES_PATTERN_INVALID · SERIES_PATTERN_TAKEN ·
     * SERIES_REASON_NEEDED
     */
    async configure(
      issuer: Issuer,
      year: number,
      of: SeriesName,
      asked: { readonly pattern: string; readonly next: number; readonly reason: string },
      meta: CommandMeta,
    ) {
      const place = await placeOf(issuer, year, of)
      const { series, version: current } = place
      if (meta.version !== undefined && meta.version !== current)
        throw refusal('STALE_VERSION', { version: meta.version, current })
      if (isUsualOfAnother(asked.pattern, of)) assertPattern('another', series)
      const command = {
        type: 'Configure',
        opening: {
          pattern: asked.pattern,
          after: asked.next - 1,
          issueDate: '',
          reason: asked.reason,
        },
      } as const
      // Refused before its pattern is claimed.
      seriesDecider.decide(command, place.state ?? usedBefore(place), {
        today: '',
        now: 0,
        actor: meta.actor,
      })
      await claim(issuer, year, asked.pattern, series, meta)
      return handler.run(seriesDecider, series, command, meta)
    },
  }
}
export type Numbering = ReturnType<typeof numbering>

const issuerId = ({ owner, siren, profileId }: Issuer): string =>
  siren === '' ? profileId : `${owner}-${siren}`

/** A series that begins at 1 in its kind's own pattern needs no opening. */
const isUsual = ({ pattern, after }: SeriesOpening, { kind, name = '' }: SeriesName): boolean =>
  name === '' && after === 0 && pattern === usualPattern(kind, '')
/** Patterns of usual series are theirs, also before their first number. */
const isUsualOfAnother = (pattern: string, { kind, name = '' }: SeriesName): boolean =>
  Object.entries(PATTERNS).some(
    ([other, usual]) => usual === pattern && (other !== kind || name !== ''),
  )

/** A series that continues older numbers is in use, though its stream is not there yet. */
const usedBefore = ({ opening, pattern }: NumberPlace): Series =>
  opening === null || opening.after === 0
    ? null
    : {
        number: opening.after,
        issueDate: opening.issueDate,
        numbers: growingMap<number>().with('before', opening.after),
        waived: growingMap(),
        pattern,
      }
