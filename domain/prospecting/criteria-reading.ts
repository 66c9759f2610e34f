import { z } from 'zod'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { foldedWords, synonymsOf } from './job-words.ts'
import { SearchCriteria } from './search-criteria.record.ts'
import {
  CONTRACT_TYPES,
  EXPERIENCE_BANDS,
  JOB_AGES,
  RADII,
  READ_CRITERIA,
  WORK_MODES,
} from './search-criteria.values.ts'

type ReadCriterion = (typeof READ_CRITERIA)[number]

/** The values that lists of choices take. */
export const CRITERIA_CHOICES = {
  radius: RADII,
  workModes: WORK_MODES,
  contractTypes: CONTRACT_TYPES,
  experience: EXPERIENCE_BANDS,
  sectors: SECTORS,
  jobAge: JOB_AGES,
} as const

const CHOICES: Readonly<Record<string, readonly string[]>> = CRITERIA_CHOICES

/** Free texts: each must stand in the passage. */
const SAID: ReadonlySet<string> = new Set<ReadCriterion>([
  'titles',
  'skills',
  'locations',
  'languages',
])

/** A criterion with its value on the wire, and the passage of the text that it rests on. */
export type CriterionRead = {
  readonly name: ReadCriterion
  readonly value: string | number | readonly string[]
  readonly evidence: string
}

const MOST_CLAIMS = 60
const Claim = z.object({
  name: z.enum(READ_CRITERIA),
  value: z.union([z.string().max(200), z.number(), z.array(z.string().max(200)).max(50)]),
  evidence: z.string().min(1).max(1000),
})
/** One claim that is none does not spoil the others. */
const Answer = z.object({ fields: z.array(Claim.nullable().catch(null)).max(MOST_CLAIMS) })

const isSaid = (text: string, passage: string): boolean =>
  synonymsOf(text).some((word) => passage.includes(word))
/** `600` stands in « 600 € » and in « 1 600 »: the whole figure is compared. */
const figuresIn = (text: string): readonly number[] =>
  [...text.matchAll(/\d[\d\s.,\u00A0\u202F]*/g)].flatMap(([figure]) => {
    const [whole = '', cents = ''] = figure
      .replaceAll(/[\s\u00A0\u202F]/g, '')
      .split(/[.,](?=\d{1,2}$)/)
    return [Number(`${whole.replaceAll(/\D/g, '')}.${cents || 0}`)]
  })

/** Value that a passage states; null for none. */
function supported({
  name,
  value,
  evidence,
}: z.output<typeof Claim>): CriterionRead['value'] | null {
  const passage = foldedWords(evidence)
  if (typeof value === 'number')
    return name === 'TjmHT' && !figuresIn(evidence).includes(value) ? null : value
  const choices: readonly string[] | undefined = CHOICES[name]
  if (choices !== undefined) {
    // Lists of administrators' own values are not known to a model.
    const allowed = [value].flat().filter((one) => choices.includes(one))
    return Array.isArray(value) ? (allowed.length === 0 ? null : allowed) : (allowed[0] ?? null)
  }
  if (!SAID.has(name)) return value
  const inPassage = [value].flat().filter((text) => isSaid(text, passage))
  return inPassage.length === 0 ? null : inPassage
}

const isTaken = (name: ReadCriterion, value: unknown): boolean =>
  SearchCriteria.fields[name].wire.safeParse(value).success

/**
 * The criteria that a model reads out of a text. Each rests on a passage that the text says word
 * for word, and so does each free text in it. A value that the record would refuse is left out.
 *
 * @returns null for an answer that is none
 */
export function criteriaRead(answer: unknown, text: string): readonly CriterionRead[] | null {
  const claims = Answer.safeParse(answer)
  if (!claims.success) return null
  const all = foldedWords(text)
  const found = new Map<ReadCriterion, CriterionRead>()
  for (const claim of claims.data.fields) {
    if (claim === null || !all.includes(foldedWords(claim.evidence))) continue
    const { name, evidence } = claim
    const value = supported(claim)
    if (value === null || !isTaken(name, value)) continue
    const present = found.get(name)
    if (present === undefined) found.set(name, { name, value, evidence })
    // A second passage adds to a list.
    else if (Array.isArray(present.value) && Array.isArray(value)) {
      const both = [...new Set([...present.value, ...value])]
      if (isTaken(name, both))
        found.set(name, { name, value: both, evidence: `${present.evidence} … ${evidence}` })
    }
  }
  return READ_CRITERIA.flatMap((name) => found.get(name) ?? [])
}
