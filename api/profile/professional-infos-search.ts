import { professionalInfos, professionalInfosOf } from '#projections/profile/professional-infos.ts'
import { defineSearch, hasWords } from '../kernel/search.ts'

/** The user's own companies, of which there are a few. */
export const professionalInfosSearch = defineSearch({
  entity: 'professionalInfo',
  permission: 'perm_professional_info_menu',
  reads: { professionalInfos },
  async find(read, question) {
    const own = await professionalInfosOf(read.professionalInfos, question.owner)
    return own
      .map(({ _id, identity, lastModificationDate }) => ({
        id: _id,
        title: identity.name,
        detail: identity.siren,
        changedAt: lastModificationDate,
      }))
      .filter(({ title, detail }) => hasWords(question, title, detail))
  },
})
