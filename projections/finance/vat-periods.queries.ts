import { territoryOf } from '#domain/billing/vat/place-of-supply.values.ts'
import { emptyAddress } from '#domain/kernel/address.ts'
import type { DeclaredPeriod, LastFact } from '#domain/finance/vat-declarations.ts'
import type { VatAmount } from '#domain/finance/vat-facts.ts'
import { type VatPeriod, vatPeriodsBetween } from '#domain/finance/vat-periods.ts'
import {
  annualReturnOf,
  type Instalment,
  instalmentBaseOf,
  instalmentsOf,
  sumOfInstalments,
} from '#domain/finance/annual-vat-return.ts'
import { type VatReturn, vatReturnOf } from '#domain/finance/vat-return.ts'
import type { Position } from '#domain/kernel/event.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import { firstRecordDay } from './first-period.queries.ts'
import {
  type VatDeclarationDoc,
  vatDeclarationsOf,
  type VatOpeningDoc,
} from './vat-declarations.ts'
import {
  amountsOf,
  type DatedVat,
  datedVat,
  type Known,
  knownWith,
  type VatChange,
  vatChanges,
  type VatOf,
  type vatReads,
} from './vat-facts.queries.ts'
import type { VatMovementDoc } from './vat-movements.ts'

/** A period with its return. @unit cents */
export type PeriodVat = {
  readonly period: VatPeriod
  /** Sealed where it was declared, unless the caller asks what was known at an instant. */
  readonly figures: VatReturn
  readonly declared: VatDeclarationDoc | null
  /** Amounts of its days by all present knowledge. */
  readonly now: { readonly collectedMinor: number; readonly deductibleMinor: number }
  /** Changes since it was declared, or since the given instant. */
  readonly changes: readonly VatChange[]
  /** Changes in declared periods since the last return; included in this one. */
  readonly late: readonly VatChange[]
  /** Instalments of a year on account of its return, as the return before asks for them. */
  readonly instalments: readonly Instalment[]
}

/**
 * Figures of the user for a return, in whole euros. `instalments`: null for those that the return
 * before asks for.
 */
export type AskedOfReturn = { readonly refund: number; readonly instalments: number | null }
const NOTHING_ASKED: AskedOfReturn = { refund: 0, instalments: null }

const sumOf = (amounts: readonly VatAmount[], side: VatAmount['side']): number =>
  amounts.reduce((sum, amount) => sum + (amount.side === side ? amount.amountMinor : 0), 0)

/** Difference between the debt of a period and its declared amount. @unit cents */
export const driftOf = (changes: readonly VatChange[]): number => {
  const amounts = changes.flatMap((change) => amountsOf(change))
  return sumOf(amounts, 'collected') - sumOf(amounts, 'deductible')
}

/** Credit that the last return before the product carried forward, as known at an instant. */
async function openingOf(
  openings: ReadModel<VatOpeningDoc>,
  { owner, profileId }: VatOf,
  at: number | null,
): Promise<VatOpeningDoc | null> {
  const found = await openings.get(profileId)
  return found?.owner === owner && (at === null || found.lastModificationDate <= at) ? found : null
}

const isDeclared = (
  period: VatPeriod,
  declared: readonly VatDeclarationDoc[],
): VatDeclarationDoc | null => declared.find(({ from }) => from === period.from) ?? null

/**
 * The returns of the periods that share a day with `from` to `to`.
 *
 * @param at what was known at this instant, epoch milliseconds; null for what was declared, and is
 * known today
 * @param upTo only facts up to this place in the log
 * @param asked what the user says of the return of the period that begins on `from`
 */
export async function vatPeriodsOf(
  read: Read<typeof vatReads>,
  of: VatOf,
  span: { readonly from: Day; readonly to: Day },
  {
    at = null,
    upTo,
    asked = NOTHING_ASKED,
  }: { readonly at?: number | null; readonly upTo?: Position; readonly asked?: AskedOfReturn } = {},
): Promise<readonly PeriodVat[]> {
  const asOf: Known = at !== null ? { at } : upTo === undefined ? null : { position: upTo }
  const every = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const declared = every.filter(({ creationDate }) => at === null || creationDate <= at)
  const sealed = declared.map(({ period }) => period)
  const wanted = vatPeriodsBetween(of.terms, span, sealed)
  const [first, last] = [wanted[0], wanted.at(-1)]
  if (first === undefined || last === undefined) return []

  // A credit is carried forward from return to return: those since the last one that was declared
  // are worked out.
  const before = declared.findLast(({ period }) => period.to < first.from)
  const opening = await openingOf(read.vatOpenings, of, at)
  const isOpened = opening !== null && opening.from <= first.from
  const from = before
    ? addDays(before.period.to, 1)
    : isOpened
      ? opening.from
      : await firstRecordDay(read.vatMovements, of, first.from)
  const chain = vatPeriodsBetween(
    of.terms,
    { from: from < first.from ? from : first.from, to: last.to },
    sealed,
  )
  const [amounts, present, late, since] = await Promise.all([
    datedVat(read, of, chain, asOf),
    at === null ? null : datedVat(read, of, wanted, null),
    lateChanges(read, of, declared, asOf),
    changesSince(read, of, wanted, declared, at),
  ])

  let credit = before?.figures.creditAfter ?? 0
  let base = instalmentBaseOf(before?.figures)
  const open = chain.find(
    (period) => isDeclared(period, declared) === null && period.from > (sealed.at(-1)?.to ?? ''),
  )
  const opened = opening && chain.find(({ to }) => to >= opening.from)
  return chain.flatMap((period): readonly PeriodVat[] => {
    const declaration = isDeclared(period, declared)
    if (opening !== null && period === opened) credit = opening.credit
    const counted = inPeriod(amounts, period)
    const lateOfPeriod = period === open ? late : []
    const claimOfPeriod = period.from === span.from ? asked : NOTHING_ASKED
    const instalments = period.periodicity === 'annual' ? instalmentsOf(period, base) : []
    const worked = (period.periodicity === 'annual' ? annualReturnOf : vatReturnOf)(counted, {
      creditBefore: declaration?.figures.creditBefore ?? credit,
      refund: declaration?.figures.refund ?? claimOfPeriod.refund,
      territory: territoryOf(of.address ?? emptyAddress),
      late: lateOfPeriod.flatMap((change) => amountsOf(change)),
      instalments:
        declaration?.figures.instalments ??
        claimOfPeriod.instalments ??
        sumOfInstalments(instalments),
    })
    base = instalmentBaseOf(declaration?.figures ?? worked)
    credit = declaration?.figures.creditAfter ?? worked.creditAfter
    if (!wanted.some((one) => one.from === period.from)) return []
    const today = present === null ? counted : inPeriod(present, period)
    return [
      {
        period,
        figures: declaration !== null && at === null ? declaration.figures : worked,
        declared: declaration,
        now: {
          collectedMinor: sumOf(today, 'collected'),
          deductibleMinor: sumOf(today, 'deductible'),
        },
        changes: since(period),
        late: lateOfPeriod,
        instalments,
      },
    ]
  })
}

const inPeriod = (amounts: readonly DatedVat[], { from, to }: VatPeriod): readonly VatAmount[] =>
  amounts.flatMap(({ day, amounts: some }) => (from <= day && day <= to ? some : []))

/** Undeclared changes in the declared periods, by the known facts. */
async function lateChanges(
  read: Read<typeof vatReads>,
  of: VatOf,
  declared: readonly VatDeclarationDoc[],
  asOf: Known,
): Promise<readonly VatChange[]> {
  const [first, last] = [declared[0], declared.at(-1)]
  if (first === undefined || last === undefined) return []
  const changes = await vatChanges(read, of, {
    since: await knownWith(read.vatMovements, last.lastFact),
    until: asOf,
  })
  return declared.flatMap(({ period }) => changes(period))
}

/** Changes of a period since the given instant, or else since it was declared. */
async function changesSince(
  read: Read<typeof vatReads>,
  of: VatOf,
  wanted: readonly VatPeriod[],
  declared: readonly VatDeclarationDoc[],
  at: number | null,
): Promise<(period: VatPeriod) => readonly VatChange[]> {
  const [first, last] = [wanted[0], wanted.at(-1)]
  if (at !== null && first && last)
    return vatChanges(read, of, { since: { at }, among: { from: first.from, to: last.to } })
  const found = await Promise.all(
    wanted.map(async (period) => {
      const declaration = isDeclared(period, declared)
      if (declaration === null) return [period.from, []] as const
      const since = await knownWith(read.vatMovements, declaration.lastFact)
      return [period.from, (await vatChanges(read, of, { since, among: period }))(period)] as const
    }),
  )
  const changes = new Map(found)
  return ({ from }) => changes.get(from) ?? []
}

/** The last fact that the VAT of an owner rests on. */
async function lastVatFact(
  movements: ReadModel<VatMovementDoc>,
  owner: string,
): Promise<LastFact | null> {
  const { items } = await movements.find({
    filter: { where: { owner } },
    sort: [['changedPosition', -1]],
    limit: 1,
  })
  const [doc] = items
  const version = doc?.versions.at(-1)
  return doc && version ? { movement: doc._id, revision: version.revision } : null
}

/** Reach of the search for the period before one. A year is the longest period. */
const LOOK_BACK_DAYS = 800

/**
 * The return of the period that begins on a day, with its last fact; null without such a period.
 */
export async function vatReturnToDeclare(
  read: Read<typeof vatReads>,
  of: VatOf,
  from: Day,
  claim: AskedOfReturn,
): Promise<{ readonly declared: DeclaredPeriod; readonly previous: VatPeriod | null } | null> {
  const lastFact = await lastVatFact(read.vatMovements, of.owner)
  const { position } = await knownWith(read.vatMovements, lastFact)
  const [found] = await vatPeriodsOf(read, of, { from, to: from }, { upTo: position, asked: claim })
  if (found === undefined || found.period.from !== from) return null
  const { period, figures } = found
  const sealed = (await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)).map(
    (one) => one.period,
  )
  const before = { from: addDays(from, -LOOK_BACK_DAYS), to: addDays(from, -1) }
  const previous = vatPeriodsBetween(of.terms, before, sealed).at(-1) ?? null
  return { declared: { profileId: of.profileId, period, figures, lastFact }, previous }
}
