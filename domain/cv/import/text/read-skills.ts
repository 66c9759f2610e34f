import {
  isColumnHead,
  isLanguageLevel,
  isSkillLevel,
  languageLevel,
  skillLevel,
} from '../cv-levels.ts'
import { SKILL_TYPES } from '../cv-vocabulary.ts'
import { apartFromSkills, spokenLanguage } from '../spoken-languages.ts'
import { clean, CONTACT, cut, isBlank, type Line, type Proposal, trimmed } from './cv-lines.ts'

const LIST = /\s*(?:[,;•·|\t/،؛]|\s[–—-]\s)\s*(?![^()]*\))/u

/** The level that ends a cell: *PostgreSQL Confirmé*. */
function withoutLevel(cell: string): { readonly names: string; readonly level: string } {
  const words = cell.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && /^\p{Lu}|^[^\p{L}]/u.test(last) && isSkillLevel(last)
    ? { names: words.slice(0, -1).join(' '), level: last }
    : { names: cell, level: '' }
}

/** The names of a row of a table with its level at the end; null for another line. */
function rowOf(line: Line): { readonly names: readonly string[]; readonly level: string } | null {
  const cells = line.text.split('\t').map(trimmed).filter(Boolean)
  const last = cells.at(-1) ?? ''
  if (cells.length < 2 || !isSkillLevel(last)) return null
  // *Langages ⇥ TypeScript, Java ⇥ Expert*: the first cell names the kind of the others.
  const named = cells.length > 2 ? cells.slice(1, -1) : cells.slice(0, -1)
  const names = named.flatMap((cell) => cell.split(LIST)).map(trimmed)
  return { names: names.filter((name) => name !== ''), level: last }
}

/** A row of a table whose cells stand too near to each other to be told apart. */
function tightRow(line: Line): ReturnType<typeof rowOf> {
  const { names, level } = withoutLevel(clean(line.text))
  const [head = '', ...others] = names.split(/\s*,\s*/)
  if (level === '' || line.text.includes('\t') || /[:：(]/.test(names)) return null
  // The kind and its first name run together: the name is the last word, written as names are.
  const words = head.split(' ')
  const first = words.length > 1 && KIND.test(head) ? (words.at(-1) ?? head) : head
  return { names: [first, ...others].map(trimmed).filter((name) => name !== ''), level }
}
/** Kinds of skills of several words. */
const KIND =
  /^(?:bases? de donn[ée]es|databases?|langages?|languages?|frameworks?|outils|tools|syst[èe]mes?|m[ée]thodes?|cloud|front-?end|back-?end|devops|datenbanken|sprachen|bases de datos|lenguajes|database|linguaggi)\s/iu

/** A kind of skill in a column of its own: *Werkzeuge ⇥ Docker, Git*. */
function labelBeside(line: Line): RegExpExecArray | null {
  const found = /^([^\t,]{2,40})\t([^\t]+,[^\t]+)$/.exec(line.text)
  return found && SKILL_TYPES.some(([, words]) => words.test(found[1] ?? '')) ? found : null
}

/** The names of a line, and the kind of skill that its label says. */
function listIn(line: Line): { readonly type: string; readonly names: readonly string[] } {
  const beside = labelBeside(line)
  const [, label = '', after = ''] =
    /^([^:：]{2,40})\s*[:：]\s*(\S.*)$/.exec(clean(line.text)) ?? beside ?? []
  const list =
    label !== '' && !isSkillLevel(after) ? after : clean(line.text).replace(/\s*[:：]\s*/, ' – ')
  const type = label === '' ? '' : (SKILL_TYPES.find(([, words]) => words.test(label))?.[0] ?? '')
  const isOne = list.includes(' – ') && isSkillLevel(list.split(' – ').at(-1) ?? '')
  if (isOne) return { type, names: [trimmed(list)] }
  const cells = line.text.includes('\t') && beside === null ? line.text.split('\t') : [list]
  return { type, names: cells.flatMap((cell) => cell.split(LIST)).map(trimmed) }
}

/** A name with its level, in parentheses or behind a dash: *Go (expert)*. */
function skillIn(raw: string, type: string, at: number): Proposal {
  const [, name = raw, words = ''] =
    /^(.+?)\s*(?:\(([^)]*)\)|\s[–—-]\s(.*))$/u.exec(raw)?.map((part) => part ?? '') ?? []
  const [, ...behind] = raw.split(/\s[–—-]\s/)
  const level = skillLevel(words === '' ? (behind.at(-1) ?? '') : words)
  const own = level === null ? raw : trimmed(name)
  return {
    section: 'skill',
    values: {
      name: cut(own, 100),
      ...(type !== '' && { type }),
      ...(level !== null && { level: level.level }),
    },
    confidence: own.split(' ').length <= 4 ? 0.85 : 0.6,
    lines: [at],
  }
}

/** A skill, or a spoken language that stands among the skills. */
function skillOrLanguage(raw: string, type: string, at: number): Proposal {
  const spoken = spokenLanguage(raw)
  return spoken === null
    ? skillIn(raw, type, at)
    : { section: 'language', values: spoken, confidence: 0.85, lines: [at] }
}

/** A level on a line or in a column of its own belongs to the skill or language before it. */
function withLevel(before: Proposal, raw: string, at: number): Proposal {
  if (before.values['level'] !== undefined) return before
  const level = (before.section === 'language' ? languageLevel(raw) : skillLevel(raw))?.level
  return {
    ...before,
    values: { ...before.values, ...(level !== undefined && { level }) },
    lines: [...new Set([...before.lines, at])],
  }
}

const cellsOf = (line: Line): readonly string[] => line.text.split('\t').map(trimmed)

/**
 * Skills, one or several a line; a label before a colon says their type. Spoken languages among
 * them are languages.
 */
export function skillsOf(lines: readonly Line[]): readonly Proposal[] {
  const skills: Proposal[] = []
  const read = lines.filter((one) => !isBlank(one) && !CONTACT.test(one.text))
  const isTable = read.some((line) => isColumnHead(cellsOf(line)))
  for (const line of read) {
    if (isColumnHead(cellsOf(line))) continue
    const row = rowOf(line) ?? (isTable ? tightRow(line) : null)
    if (row !== null) {
      const level = skillLevel(row.level)?.level
      skills.push(
        ...row.names.map((name) => {
          const skill = skillIn(name, '', line.at)
          return apartFromSkills({ ...skill, values: { ...skill.values, level } })
        }),
      )
      continue
    }
    // *Français : langue maternelle* names one language and its level.
    const spoken = spokenLanguage(clean(line.text))
    if (spoken !== null) {
      skills.push({ section: 'language', values: spoken, confidence: 0.85, lines: [line.at] })
      continue
    }
    const { type, names } = listIn(line)
    for (const raw of names.filter((name) => name !== '')) {
      const last = skills.at(-1)
      const ofLanguage = last?.section === 'language' && isLanguageLevel(raw)
      if (!isSkillLevel(raw) && !ofLanguage) {
        if (raw.length <= 60) skills.push(skillOrLanguage(raw, type, line.at))
      } else if (last) skills[skills.length - 1] = withLevel(last, raw, line.at)
    }
  }
  return skills
}
