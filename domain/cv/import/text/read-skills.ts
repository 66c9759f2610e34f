import { isSkillLevel, skillLevel } from '../cv-levels.ts'
import { SKILL_TYPES } from '../cv-vocabulary.ts'
import { clean, CONTACT, cut, isBlank, type Line, type Proposal, trimmed } from './cv-lines.ts'

const LIST = /\s*(?:[,;•·|\t/،؛]|\s[–—-]\s)\s*(?![^()]*\))/u

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

/** A level on a line or in a column of its own belongs to the skill before it. */
const withLevel = (skill: Proposal, raw: string, at: number): Proposal =>
  skill.values['level'] === undefined
    ? {
        ...skill,
        values: { ...skill.values, level: skillLevel(raw)?.level },
        lines: [...new Set([...skill.lines, at])],
      }
    : skill

/** Skills, one or several a line; a label before a colon says their type. */
export function skillsOf(lines: readonly Line[]): readonly Proposal[] {
  const skills: Proposal[] = []
  for (const line of lines.filter((one) => !isBlank(one) && !CONTACT.test(one.text))) {
    const { type, names } = listIn(line)
    for (const raw of names.filter((name) => name !== '')) {
      const last = skills.at(-1)
      if (!isSkillLevel(raw)) {
        if (raw.length <= 60) skills.push(skillIn(raw, type, line.at))
      } else if (last) skills[skills.length - 1] = withLevel(last, raw, line.at)
    }
  }
  return skills
}
