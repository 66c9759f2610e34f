import { toMajor } from '#domain/kernel/money.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import type { ScheduleFamily } from '#domain/schedules/schedule.ts'
import { recordsOf } from '#projections/records.ts'
import { schedules } from '#projections/schedules/schedules.ts'
import { defineSearch, LOOKED, lookInto } from '#api/kernel/search.ts'
import { referenceNames } from '#api/reference-names.ts'

const GROUPS = { scheduledTransaction: 'transaction', charge: 'charge' } as const

/** Scheduled transactions or charges by label, organism or fixed amount. */
const searchOf = (family: ScheduleFamily) =>
  defineSearch({
    entity: family,
    permission: `perm_${GROUPS[family]}_menu`,
    reads: { schedules, organism: recordsOf(Organism) },
    async find(read, question) {
      const { owner, profileId } = question
      const where = { owner, family, ...(profileId === undefined ? {} : { profileId }) }
      const sort = [['creationDate', -1]] as const
      const byOwn = await lookInto(read.schedules, question, {
        where,
        fields: ['schedule.facts.label'],
        amounts: ['schedule.facts.amountMinor'],
        currencyField: 'schedule.facts.currency',
        sort,
      })
      const organisms =
        question.text === ''
          ? []
          : await lookInto(read.organism, question, {
              where: { owner },
              fields: Organism.searched.map((path) => `values.${path}`),
              sort: [['creationDate', -1]],
            })
      const ofOrganisms = {
        where: {
          ...where,
          'schedule.facts.organismId': { $in: organisms.map(({ _id }) => _id) },
        },
      }
      const byOrganism =
        organisms.length === 0
          ? []
          : (await read.schedules.find({ filter: ofOrganisms, sort, limit: LOOKED })).items
      const found = [...new Map([...byOwn, ...byOrganism].map((doc) => [doc._id, doc])).values()]
      const named = found.map(({ schedule }) => ({
        entity: Organism.name,
        id: schedule.facts.organismId,
      }))
      const names = await referenceNames(read, owner, named)
      return found.map((doc) => {
        const { label, amountType, amountMinor, currency, operation, organismId } =
          doc.schedule.facts
        const organism = names.get(organismId) ?? ''
        return {
          id: doc._id,
          title: organism || label,
          detail: organism === '' ? '' : label,
          ...(amountType === 'fixed' && {
            amount: {
              value: (operation === 'out' ? -1 : 1) * toMajor(amountMinor, currency),
              currency,
            },
          }),
          changedAt: doc.lastModificationDate,
        }
      })
    },
  })

export const schedulesSearches = (['scheduledTransaction', 'charge'] as const).map(searchOf)
