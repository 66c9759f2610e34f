import { FRENCH_MONTHS } from '#domain/billing/paper/french.ts'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import { legalRatesWith } from '#domain/billing/legal-rates.ts'
import { QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { unitsPerDay } from '#domain/projects/price-unit.values.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { worthOf } from '#domain/projects/worth.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Decider, DomainEvent } from '#domain/kernel/decider.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { monthOf, yearOf } from '#domain/kernel/time.ts'
import { timesheetDecider, timesheetId } from '#domain/timesheets/timesheet.ts'
import { soldUnits, sumOfDays } from '#domain/timesheets/worked-time.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { billingParties } from './parties.ts'
import type { BillingPorts } from './ports.ts'

/** `octobre 2026`: bills are in French, whatever the interface's language. */
const monthName = (day: string): string => `${FRENCH_MONTHS[monthOf(day) - 1]} ${yearOf(day)}`

/** Answers to billing from other contexts' streams, never from read models. */
export const productPorts = (deps: {
  handler: CommandHandler
  isSimulation: (owner: string) => Promise<boolean>
  removals: Removals
  facts: Pick<Facts, 'legalRates' | 'profileIdsSoFar' | 'openDeposits' | 'billedOn'>
}): Pick<
  BillingPorts,
  | 'profilesOf'
  | 'seller'
  | 'buyer'
  | 'contract'
  | 'billableDays'
  | 'bankAccountType'
  | 'gone'
  | 'legalRates'
  | 'openDeposits'
  | 'contractLeft'
> => ({
  ...billingParties(deps.handler, deps.isSimulation),

  async profilesOf(owner, siren) {
    // Only profiles from before series were one a SIREN have series of their own.
    const ids = await deps.facts.profileIdsSoFar(owner)
    const loaded = await Promise.all(
      ids.map((id) => deps.handler.load(professionalInfoDecider, id, owner)),
    )
    return ids.filter((_, i) => {
      const state = loaded[i]?.state
      return state?.status === 'live' && state.identity.siren === siren
    })
  },

  openDeposits: (owner, profileId, clientId) => deps.facts.openDeposits(owner, profileId, clientId),

  async contractLeft(owner, profileId, projectId) {
    const contract = await deps.handler.load(projectDecider, projectId, owner)
    const worth = contract?.state.status === 'live' ? worthOf(contract.state.terms) : null
    return worth === null ? null : worth - (await deps.facts.billedOn(owner, profileId, projectId))
  },

  legalRates: async () => legalRatesWith(await deps.facts.legalRates()),

  async bankAccountType(owner, profileId) {
    const profile = await deps.handler.load(professionalInfoDecider, profileId, owner)
    return profile?.state.status === 'live' && profile.state.bank.accountType === 'personal'
      ? 'personal'
      : 'professional'
  },

  async gone(owner, parties) {
    const isLive = async <C, E extends DomainEvent, S extends { readonly status: string }>(
      decider: Decider<C, E, S>,
      id: string,
    ) => (await deps.handler.load(decider, id, owner))?.state.status === 'live'
    const { profileId, projectId, clientId } = parties
    const things = [
      {
        field: 'profileId',
        entity: 'professionalInfo',
        id: profileId,
        isLive: () => isLive(professionalInfoDecider, profileId),
      },
      {
        field: 'projectId',
        entity: 'project',
        id: projectId,
        isLive: () => isLive(projectDecider, projectId),
      },
      {
        field: 'clientId',
        entity: Company.name,
        id: clientId,
        isLive: () => isLive(recordDecider(Company), clientId),
      },
    ] as const
    const gone = await deps.removals.gone(
      owner,
      things.filter(({ id }) => id !== ''),
    )
    return things.filter((thing) => gone.includes(thing)).map(({ field }) => field)
  },

  async billableDays(owner, profileId, projectId, year, month) {
    const contract = await deps.handler.load(projectDecider, projectId, owner)
    if (contract?.state.status !== 'live') throw refusal('NOT_FOUND', { id: projectId })
    const { terms, title, ref } = contract.state
    const timesheet = await deps.handler.load(
      timesheetDecider,
      timesheetId(profileId, year, month),
      owner,
    )
    const worked = Object.values(timesheet?.state.activities ?? {}).filter(
      (activity) => activity.kind === 'work' && activity.projectId === projectId,
    )
    const name = title || ref
    const perDay =
      terms?.priceMode === 'day'
        ? unitsPerDay(terms.priceUnit ?? 'day', terms.hoursPerDay ?? 0)
        : null
    const unit = terms?.priceMode === 'day' ? (terms.priceUnit ?? 'day') : 'fixed'
    return {
      days: sumOfDays(worked),
      // A month or the whole is one, however many days were worked.
      quantity: perDay === null ? QUANTITY_SCALE : soldUnits(worked, unit, perDay),
      unit,
      lastDay:
        worked
          .map(({ day }) => day)
          .toSorted()
          .at(-1) ?? '',
      priceMinor: terms?.priceMinor ?? 0,
      rate: terms?.vatRate ?? 0,
      description: worked[0] === undefined ? name : `${name}, ${monthName(worked[0].day)}`,
    }
  },
})
