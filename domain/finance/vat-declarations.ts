import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { type Day, epochOfDay } from '#domain/kernel/time.ts'
import type { VatPeriod } from './vat-periods.ts'
import type { VatReturn } from './vat-return.ts'

/**
 * The last fact that figures hold: its movement, and its place in the movement's stream. Places in
 * the log are not kept: they are others in another event store.
 */
export type LastFact = { readonly movement: string; readonly revision: number }

/** A period's return as it was declared. `lastFact`: null when there was none. */
export type DeclaredPeriod = {
  readonly profileId: string
  readonly period: VatPeriod
  readonly figures: VatReturn
  readonly lastFact: LastFact | null
}

/**
 * The credit that the return before the product's first one carried forward. `from`: the first day
 * of the period that takes it.
 *
 * @unit credit: whole euros
 */
export type VatOpening = { readonly profileId: string; readonly from: Day; readonly credit: number }

export type VatDeclarationCommand =
  /** `previous`: the period with a return just before this one, if there is any. */
  | { type: 'DeclareVat'; declared: DeclaredPeriod; previous: VatPeriod | null }
  | { type: 'UndoVatDeclaration'; from: Day }
  | { type: 'SetVatOpening'; opening: VatOpening }

/** Stored for good. */
export type VatDeclarationEvent =
  | { type: 'VatPeriodDeclared'; data: DeclaredPeriod }
  | { type: 'VatDeclarationUndone'; data: { profileId: string; period: VatPeriod } }
  | { type: 'VatOpeningSet'; data: VatOpening }

/** The declared periods of a profile, the earliest first. */
export type VatDeclarations = {
  readonly declared: readonly DeclaredPeriod[]
  readonly opening: VatOpening | null
}

const declarationRefusal = catalogue({
  VAT_ALREADY_DECLARED: 'conflict',
  VAT_PERIOD_RUNNING: 'conflict',
  VAT_PERIOD_SKIPPED: 'conflict',
  VAT_NOT_DECLARED: 'missing',
  VAT_NOT_LAST_DECLARED: 'conflict',
})

/**
 * One stream a profile, so that returns follow each other without a gap and no euro is told twice.
 */
export const vatDeclarationDecider: Decider<
  VatDeclarationCommand,
  VatDeclarationEvent,
  VatDeclarations
> = {
  category: 'vatDeclarations',
  initial: { declared: [], opening: null },
  decide(command, { declared, opening }, { today }) {
    const last = declared.at(-1)
    switch (command.type) {
      case 'DeclareVat': {
        const { period } = command.declared
        if (last !== undefined && period.from <= last.period.to)
          throw declarationRefusal('VAT_ALREADY_DECLARED', { until: last.period.to })
        if (period.to >= today) throw declarationRefusal('VAT_PERIOD_RUNNING', { until: period.to })
        // The credit of the return before is carried forward, and what changed in it is told here.
        if (
          last !== undefined &&
          command.previous !== null &&
          command.previous.from > last.period.to
        )
          throw declarationRefusal('VAT_PERIOD_SKIPPED', {
            from: command.previous.from,
            until: command.previous.to,
          })
        return [{ type: 'VatPeriodDeclared', data: command.declared }]
      }
      case 'UndoVatDeclaration': {
        const found = declared.find(({ period }) => period.from === command.from)
        if (found === undefined)
          throw declarationRefusal('VAT_NOT_DECLARED', { from: command.from })
        // The returns after it have taken its credit and its late changes.
        if (last !== undefined && found !== last)
          throw declarationRefusal('VAT_NOT_LAST_DECLARED', {
            from: last.period.from,
            until: last.period.to,
          })
        const { profileId, period } = found
        return [{ type: 'VatDeclarationUndone', data: { profileId, period } }]
      }
      case 'SetVatOpening': {
        // A return that was made has taken the credit before it.
        if (last !== undefined)
          throw declarationRefusal('VAT_ALREADY_DECLARED', { until: last.period.to })
        const { from, credit } = command.opening
        return (opening?.from === from && opening.credit === credit) ||
          (opening === null && credit === 0)
          ? []
          : [{ type: 'VatOpeningSet', data: command.opening }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve({ declared, opening }, event) {
    switch (event.type) {
      case 'VatPeriodDeclared':
        return { declared: [...declared, event.data], opening }
      case 'VatDeclarationUndone':
        return { declared: declared.slice(0, -1), opening }
      case 'VatOpeningSet':
        return { declared, opening: event.data }
      default:
        return unreachable(event)
    }
  },
}

const euros = (minor: number): number => toMajor(minor, 'EUR')

/** Returns that were declared and taken back, and the credit of before. */
export const vatDeclarationsEntity: Entity<
  VatDeclarationCommand,
  VatDeclarationEvent,
  VatDeclarations
> = {
  name: 'vatDeclarations',
  decider: vatDeclarationDecider,
  permission: 'transaction',
  shows: {
    from: 'day',
    to: 'day',
    collected: 'money',
    deductible: 'money',
    creditBefore: 'money',
    due: 'money',
    refund: 'money',
    creditAfter: 'money',
    openingFrom: 'day',
    openingCredit: 'money',
  },
  title: () => '',
  view({ declared, opening }) {
    const last = declared.at(-1)
    if (last === undefined && opening === null) return null
    return {
      ...(last && {
        from: epochOfDay(last.period.from),
        to: epochOfDay(last.period.to),
        collected: euros(last.figures.collectedMinor),
        deductible: euros(last.figures.deductibleMinor),
        creditBefore: last.figures.creditBefore,
        due: last.figures.due,
        refund: last.figures.refund,
        creditAfter: last.figures.creditAfter,
      }),
      ...(opening && { openingFrom: epochOfDay(opening.from), openingCredit: opening.credit }),
    }
  },
}
