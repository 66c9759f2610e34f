import type { RecordType } from '#domain/kernel/records/record.ts'
import { Certification } from './certification.record.ts'
import type { CvSection } from './cv.values.ts'
import { Interest } from './interest.record.ts'
import { Language } from './language.record.ts'
import { Mission } from './mission.record.ts'
import { Organism } from './organism.record.ts'
import { Skill } from './skill.record.ts'
import { Study } from './study.record.ts'
import { Training } from './training.record.ts'

/** The record of each section, and that of the schools and certifiers that they name. */
export const CV_ITEMS: Readonly<Record<CvSection | 'organism', RecordType>> = {
  mission: Mission,
  skill: Skill,
  language: Language,
  study: Study,
  certification: Certification,
  training: Training,
  interest: Interest,
  organism: Organism,
}
