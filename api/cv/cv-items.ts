import { Certification } from '#domain/cv/certification.record.ts'
import { CV_SECTIONS, type CvItem } from '#domain/cv/cv.values.ts'
import { CV_ITEMS } from '#domain/cv/cv-items.ts'
import { Interest } from '#domain/cv/interest.record.ts'
import { Language } from '#domain/cv/language.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import { Study } from '#domain/cv/study.record.ts'
import { Training } from '#domain/cv/training.record.ts'
import { decode, type Values } from '#domain/kernel/records/field.ts'
import { type RecordType, titleOf } from '#domain/kernel/records/record.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'

/** The read models of a CV's items. */
export const itemReads = {
  mission: recordsOf(Mission),
  skill: recordsOf(Skill),
  language: recordsOf(Language),
  study: recordsOf(Study),
  certification: recordsOf(Certification),
  training: recordsOf(Training),
  interest: recordsOf(Interest),
  organism: recordsOf(Organism),
}
type ItemReads = Read<typeof itemReads>

const valuesOf = ({ fields }: RecordType, { values }: RecordDoc): Values => decode(fields, values)

/** Every item of a user's CV in the wire's words, the oldest first; an organism is named. */
export async function cvItems(read: ItemReads, owner: string): Promise<readonly CvItem[]> {
  const all = { filter: { where: { owner } } }
  const found = await Promise.all(
    CV_SECTIONS.map(async (section) => [section, await read[section].find(all)] as const),
  )
  const organisms = new Map(
    (await read.organism.find(all)).items.map((doc) => [doc._id, titleOf(Organism, doc.values)]),
  )
  return found.flatMap(([section, { items }]) =>
    items
      .toSorted((a, b) => a.creationDate - b.creationDate)
      .map((doc): CvItem => {
        const values = valuesOf(CV_ITEMS[section], doc)
        const { organismId } = values
        const organism = typeof organismId === 'string' ? organisms.get(organismId) : undefined
        return {
          section,
          id: doc._id,
          values: organism === undefined ? values : { ...values, organism },
        }
      }),
  )
}
