import { MAIN_CV } from '#contract/cv/cv.values.ts'
import { type CvContent, type CvFacts, usualCv } from '#domain/cv/cv.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { type CvItem, shownItems } from '#domain/cv/cv.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type CvDoc, cvs } from '#projections/cv/cvs.ts'
import { users } from '#projections/identity/users.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { personalProfiles } from '#projections/profile/personal-profiles.ts'
import { cvItems, itemReads } from './cv-items.ts'
import { cvPerson } from './cv-person.ts'

export const cvReads = { ...itemReads, cvs, users, personalProfiles }
type CvRead = Read<typeof cvReads>

/** The main CV has the id of its owner. */
export const cvStreamOf = (id: string, owner: string): string => (id === MAIN_CV ? owner : id)

const NOT_YET = {
  version: 0,
  creationDate: 0,
  lastModificationDate: 0,
  createdBy: '',
  modifiedBy: '',
}

/** A user who never changed a CV has the usual one, in their language. */
export async function cvDocOf(read: CvRead, owner: string, id: string): Promise<CvDoc> {
  const doc = await read.cvs.get(cvStreamOf(id, owner))
  if (doc?.owner === owner) return doc
  if (id !== MAIN_CV) throw refusal('NOT_FOUND')
  const preferred = (await read.users.get(owner))?.parameters.preferredLanguage
  return {
    _id: owner,
    owner,
    ...NOT_YET,
    facts: {
      ...usualCv,
      language: CV_LANGUAGES.find((one) => one === preferred) ?? usualCv.language,
    },
    versions: [],
  }
}

/** CVs of a user that show nothing yet: no item, no summary. */
export async function emptyCvsOf(read: CvRead, owner: string): Promise<readonly string[]> {
  const [items, main, { items: kept }] = await Promise.all([
    cvItems(read, owner),
    cvDocOf(read, owner, MAIN_CV),
    read.cvs.find({ filter: { where: { owner } } }),
  ])
  return [main, ...kept.filter(({ _id }) => _id !== owner)]
    .filter(({ facts }) => facts.summary === '' && shownItems(items, facts.entries).length === 0)
    .map(({ _id }) => (_id === owner ? MAIN_CV : _id))
}

export async function cvContentOf(
  read: CvRead,
  owner: string,
  facts: CvFacts,
  items?: readonly CvItem[],
): Promise<CvContent> {
  const person = await cvPerson(read, owner, facts.language)
  const shown = shownItems(items ?? (await cvItems(read, owner)), facts.entries)
  return { facts, person, items: shown.map(({ section, id, values }) => ({ section, id, values })) }
}
