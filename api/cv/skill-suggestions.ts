import { readFileSync } from 'node:fs'
import { titleOf } from '#domain/kernel/records/record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { JobDoc } from '#projections/prospecting/jobs.ts'
import type { RecordDoc } from '#projections/records.ts'
import { foldText } from '#projections/read-store/values.ts'

const MOST = 10

/**
 * The shipped names, one a line, Carnet's own first; `docs/skill-names.md` tells their sources and
 * licences.
 */
let shipped: readonly { readonly name: string; readonly folded: string }[] | null = null
const namesIn = (file: string): readonly string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((name) => name !== '')
const shippedNames = () =>
  (shipped ??= [...namesIn('skill-names.txt'), ...namesIn('skill-names.esco.txt')].map((name) => ({
    name,
    folded: foldText(name),
  })))

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** Whether a folded text names a skill as words of its own: `Go` is not in `Django`. */
function names(text: string, folded: string): boolean {
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + folded.length])) return true
  return false
}

/** A name's beginning, then a word's beginning. */
const rank = (folded: string, typed: string): number =>
  folded.startsWith(typed)
    ? 0
    : folded.split(/[^\p{L}\p{N}+#.]+/u).some((word) => word.startsWith(typed))
      ? 1
      : 2

/** Saved jobs that are read. */
const MOST_JOBS = 50

const textOf = (docs: readonly RecordDoc[], fields: readonly string[]): string =>
  foldText(
    docs
      .flatMap(({ values }) => fields.map((field) => values[field]))
      .filter((part) => typeof part === 'string')
      .join('\n'),
  )

/**
 * Skills that match: the user's own with their ids, then names that are new to the user. Skills of
 * the missions come first, then those of saved offers, then the shipped list. Without a question,
 * no name of the list alone is suggested.
 */
export async function suggestedSkills(
  read: {
    readonly skills: ReadModel<RecordDoc>
    readonly missions: ReadModel<RecordDoc>
    readonly offers: ReadModel<RecordDoc>
    readonly jobs: ReadModel<JobDoc>
  },
  owner: string,
  question: string,
): Promise<{ id: string; name: string }[]> {
  const all = { filter: { where: { owner } } }
  const [skills, missions, offers, jobs] = await Promise.all([
    read.skills.find(all),
    read.missions.find(all),
    read.offers.find(all),
    read.jobs.find({ filter: { where: { owner, saved: true } }, limit: MOST_JOBS }),
  ])
  const own = skills.items.map(({ _id, values }) => {
    const name = titleOf(Skill, values)
    return { id: _id, name, folded: foldText(name) }
  })
  const ownNames = new Set(own.map(({ folded }) => folded))
  const missionText = textOf(missions.items, ['projectName', 'tasks', 'technicalEnvironment'])
  const postings = jobs.items.map(({ posting }) =>
    [posting.title, posting.description, ...posting.skills].join('\n'),
  )
  const offerText = [
    textOf(offers.items, ['title', 'description', 'technicalNeeds', 'context']),
    foldText(postings.join('\n')),
  ].join('\n')
  const typed = foldText(question.trim())
  const offered = shippedNames().filter(({ folded }) => !ownNames.has(folded))
  // A name of one or two letters is too often a word of its own.
  const namedIn = (text: string) =>
    offered.filter(({ folded }) => folded.length > 2 && names(text, folded))
  const near = new Map<string, number>()
  for (const { name } of namedIn(offerText)) near.set(name, 1)
  for (const { name } of namedIn(missionText)) near.set(name, 2)
  const others = offered
    .filter(({ name, folded }) => (typed === '' ? near.has(name) : rank(folded, typed) < 2))
    .toSorted(
      (a, b) =>
        (near.get(b.name) ?? 0) - (near.get(a.name) ?? 0) ||
        rank(a.folded, typed) - rank(b.folded, typed) ||
        a.name.length - b.name.length,
    )
  return [
    ...own
      .filter(({ folded }) => typed === '' || rank(folded, typed) < 2)
      .toSorted((a, b) => (a.folded < b.folded ? -1 : 1))
      .slice(0, MOST),
    ...others.slice(0, MOST).map(({ name }) => ({ id: '', name })),
  ].map(({ id, name }) => ({ id, name }))
}
