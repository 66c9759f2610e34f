import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import type { LiveProfessionalInfo, ProfessionalInfoEvent } from '#domain/profile/professional-info.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { withVatTerms } from '#domain/profile/vat-regime.values.ts'
import type { Projection } from '../kernel/projection.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { stamp, type Stamp } from '../kernel/stamp.ts'

/** A live professional profile, in the domain's units. */
export type ProfessionalInfoDoc = Doc & Stamp & Omit<LiveProfessionalInfo, 'status' | 'added'>

function evolved(
  doc: ProfessionalInfoDoc,
  event: Exclude<ProfessionalInfoEvent, { type: 'ProfessionalInfoAdded' }>,
): ProfessionalInfoDoc | null {
  switch (event.type) {
    case 'ProfessionalInfoChanged':
      return { ...doc, identity: { ...doc.identity, ...event.data.changes } }
    case 'ProfessionalInfoBankChanged':
      return { ...doc, bank: { ...doc.bank, ...event.data.changes } }
    case 'ProfessionalInfoVatChanged':
      return { ...doc, vat: withVatTerms(doc.vat, event.data) }
    case 'ProfessionalInfoLogoChanged':
      return { ...doc, logo: event.data.sha256 }
    case 'ProfessionalInfoSignatureChanged':
      return { ...doc, signature: event.data.sha256 }
    case 'ProfessionalInfoRemoved':
      return null
    default:
      return unreachable(event)
  }
}

export const professionalInfos: Projection<ProfessionalInfoDoc> = {
  name: 'professionalInfos',
  version: 1,
  handles: [
    'ProfessionalInfoAdded',
    'ProfessionalInfoChanged',
    'ProfessionalInfoBankChanged',
    'ProfessionalInfoVatChanged',
    'ProfessionalInfoLogoChanged',
    'ProfessionalInfoSignatureChanged',
    'ProfessionalInfoRemoved',
  ],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const fact = { type: event.type, data: event.data } as ProfessionalInfoEvent // only the types of `handles` come here
    if (fact.type === 'ProfessionalInfoAdded') {
      const { identity, bank, vat } = fact.data
      return {
        _id: key,
        owner: event.meta.owner,
        ...stamp(null, event),
        identity,
        bank,
        vat: vat === null ? [] : [vat],
        logo: null,
        signature: null,
      }
    }
    const after = doc === null ? null : evolved(doc, fact)
    return after === null ? null : { ...after, ...stamp(doc, event) }
  },
  indexes: [{ fields: ['owner', 'creationDate'] }],
}

/** Own live profiles, the oldest first. */
export async function professionalInfosOf(
  readModels: ReadModels,
  owner: string,
): Promise<readonly ProfessionalInfoDoc[]> {
  const collection = await readModels.of(professionalInfos)
  return (await collection.find({ filter: { where: { owner } }, sort: [['creationDate', 1]] })).items
}

/** An own live profile; null when there is none of this id. */
export async function professionalInfoOf(
  readModels: ReadModels,
  owner: string,
  id: string,
): Promise<ProfessionalInfoDoc | null> {
  const doc = await (await readModels.of(professionalInfos)).get(id)
  return doc?.owner === owner ? doc : null
}
