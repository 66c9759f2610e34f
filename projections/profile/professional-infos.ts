import { NO_TERMS } from '#domain/billing/terms.values.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import {
  contributionTermsOf,
  type LiveProfessionalInfo,
  type ProfessionalInfoEvent,
} from '#domain/profile/professional-info.ts'
import { withVatTerms } from '#domain/profile/vat-regime.values.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A live professional profile, in the domain's units. */
export type ProfessionalInfoDoc = Doc & Stamp & Omit<LiveProfessionalInfo, 'status' | 'added'>

export const professionalInfos = defineProjection<ProfessionalInfoEvent, ProfessionalInfoDoc>({
  name: 'professionalInfos',
  version: 2,
  on: {
    ProfessionalInfoAdded: (
      _,
      { data: { identity, bank, vat, billTerms = NO_TERMS }, meta, stamp },
      key,
    ) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      identity,
      bank,
      vat: vat === null ? [] : [vat],
      billTerms,
      logo: null,
      signature: null,
    }),
    ProfessionalInfoChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, identity: { ...doc.identity, ...data.changes } },
    ProfessionalInfoBankChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, bank: { ...doc.bank, ...data.changes } },
    ProfessionalInfoVatChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, vat: withVatTerms(doc.vat, data) },
    ProfessionalInfoTermsChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, billTerms: { ...doc.billTerms, ...data.changes } },
    ProfessionalInfoLogoChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, logo: data.sha256 },
    ProfessionalInfoSignatureChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, signature: data.sha256 },
    ProfessionalInfoRemoved: () => null,
  },
  indexes: [{ fields: ['owner', 'creationDate'] }],
})

/** The owner's live profiles, the oldest first. */
export async function professionalInfosOf(
  professionalInfos: ReadModel<ProfessionalInfoDoc>,
  owner: string,
): Promise<readonly ProfessionalInfoDoc[]> {
  return (
    await professionalInfos.find({ filter: { where: { owner } }, sort: [['creationDate', 1]] })
  ).items
}

/** A live profile of the owner; null when there is none of this id. */
export async function professionalInfoOf(
  professionalInfos: ReadModel<ProfessionalInfoDoc>,
  owner: string,
  id: string,
): Promise<ProfessionalInfoDoc | null> {
  const doc = await professionalInfos.get(id)
  return doc?.owner === owner ? doc : null
}

/** Contribution terms of each of these profiles, by its id; null without any. */
export const contributionTermsIn =
  (profiles: readonly (ProfessionalInfoDoc | null)[]) =>
  (profileId: string): ReturnType<typeof contributionTermsOf> => {
    const found = profiles.find((profile) => profile?._id === profileId)
    return found ? contributionTermsOf(found.identity) : null
  }
