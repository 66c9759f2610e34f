import { foldedWords, synonymsOf } from './job-words.ts'

const named = (names: string): ReadonlyMap<string, string> =>
  new Map(names.split(' ').map((name) => [name.toLowerCase(), name] as const))

/**
 * Skills whose name is a letter, or a word that prose writes with a capital. A mention needs a
 * neighbour that tells of a skill.
 */
const SHORT = named('C R D Go Vue Make Word Access')
/** Skills whose name is a word of prose: a capital within a sentence tells them apart. */
const WORDS = named(
  'Rust Dart Swift Spring Node React Next Nest Express Flask Ruby Excel Scratch Chef Puppet Salt Spark Storm Camel Elm Swing Bash Perl Scala Ember Solid Notion Sketch Teams Slack',
)
/** Short forms that are written in capitals. */
const CAPITALS = new Set('ai ia ki ml bi qa ux ui it ip os ad pm po'.split(' '))

/** Words that speak of a skill beside its name. */
const OF_SKILLS =
  /^(?:langages?|languages?|sprachen?|programmiersprachen?|lenguajes?|linguagg?i?o?|linguaggi|programm\p{L}*|d[ée]velopp\p{L}*|develop\p{L}*|entwickl\p{L}*|desarroll\p{L}*|svilupp\p{L}*|code\p{L}*|coding|stack|technos?|technolog\p{L}*|tecnolog\p{L}*|framework|frameworks|backend|front-?end|fullstack|back-?end|ma[iî]tris\p{L}*|connaissances?|know|knows|knowledge|kennen|comp[ée]tences?|skills?|kenntnisse?|conocimientos?|conoscenz\p{L}*|expert\p{L}*|experience|expérience|experienz\p{L}*|erfahrung|microservices?|api|apis|embarqué|embedded|senior|junior|lead|d[ée]vs?|devs?)$/iu
/** Words that make a letter something else: « plan C », « vitamine C », « permis B ». */
const OF_LETTERS =
  /^(?:plan|vitamine?|type|typ|cat[ée]gorie|category|kategorie|permis|classe|class|klasse|niveau|level|groupe|group|gruppe|annexe|appendix|série|series|bâtiment|building|phase|grade|option|point|lot|hépatite)$/iu
const SEPARATOR =
  /^\s*[,،;/|•·+()[\]\n–]|^\s*$|^\s*(?:et|ou|and|or|und|oder|y|o|e|ed|و|أو)\s+(?=[A-Z#.])/u
const SEPARATOR_BEFORE =
  /(?:[,،;/|•·+()[\]\n–:]|^)\s*$|[A-Z+#\d]\p{L}*\s+(?:et|ou|and|or|und|oder|y|o|e|ed|و|أو)\s+$/u

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const lastWord = (text: string): string => /([\p{L}-]+)[\s"«(:]*$/u.exec(text)?.[1] ?? ''
const firstWord = (text: string): string => /^[\s"»)]*([\p{L}-]+)/u.exec(text)?.[1] ?? ''

/** Whether a text names a short skill among others, or beside a word that speaks of skills. */
function isShortNamed(text: string, name: string): boolean {
  const found = text.matchAll(
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.+#'’_-])${escaped(name)}(?![\p{L}\p{N}+#'’_]|-\p{L}|\.\p{L})`,
      'gu',
    ),
  )
  for (const { index } of found) {
    const before = text.slice(Math.max(0, index - 40), index)
    const after = text.slice(index + name.length, index + name.length + 40)
    if (OF_LETTERS.test(lastWord(before)) || /\d\s*$/.test(before)) continue
    if (/^\s?&/.test(after) || /&\s?$/.test(before)) continue
    const isAmong = SEPARATOR_BEFORE.test(before) && SEPARATOR.test(after)
    const isBeside = OF_SKILLS.test(lastWord(before)) || OF_SKILLS.test(firstWord(after))
    const isEnd = /^\s*(?:[.,;)\n]|$)/.test(after) && SEPARATOR_BEFORE.test(before)
    // A word in small letters is one of prose: « in spring ».
    const isOf =
      name !== name.toLowerCase() &&
      /(?:\b(?:en|in|mit|con|de|of|avec|with|di|du)|(?<!\p{L})في)\s+$/iu.test(before) &&
      (/^\s*(?:[.,;)/\n]|$|\d)/.test(after) || SEPARATOR.test(after))
    if (isAmong || isBeside || isEnd || isOf || /^\s?\d/.test(after)) return true
  }
  return false
}

/** Whether a text writes a word with its capital, elsewhere than where a sentence begins. */
function isWordNamed(text: string, name: string): boolean {
  const found = text.matchAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}.+#_-])${escaped(name)}(?![\p{L}\p{N}+#_])`, 'gu'),
  )
  for (const { index } of found) {
    const isWithin = /[^.!?\s…][^\S\n]*$/u.test(text.slice(Math.max(0, index - 40), index))
    if (isWithin || /^\s\p{Lu}/u.test(text.slice(index + name.length))) return true
  }
  return isShortNamed(text, name) || isShortNamed(text, name.toLowerCase())
}

/** `Next.js`, `NextJS` and `next js` are one; a version does not tell skills apart. */
function spellingsOf(skill: string): readonly string[] {
  const folded = foldedWords(skill).trim()
  const plain = folded.replace(/^(\p{L}[\p{L}+#.-]*?\p{L}[+#]*) ?v?\d+(?:\.\d+)*$/u, '$1')
  const base = /^(\p{L}{2,}?)[ .]?js$/u.exec(plain)?.[1]
  return [
    ...new Set([
      folded,
      ...(plain.length >= 3 ? [plain] : []),
      ...(base === undefined ? [] : [`${base}.js`, `${base}js`, `${base} js`]),
      ...(plain === '.net' ? ['asp.net', 'net core', '.net core', 'vb.net', 'dotnet'] : []),
    ]),
  ]
}

/** A text, folded once for all skills. */
export type SkillText = { readonly raw: string; readonly folded: string }

/** Versions stand apart from names: `PHP8.2` has the word `php`. */
export const skillTextOf = (raw: string): SkillText => {
  const apart = raw.replaceAll(
    /(?<![\p{L}\p{N}])(\p{L}{3,}|[cC]\+\+)(\d+(?:\.\d+)*)(?![\p{L}\p{N}])/gu,
    '$1$2 $1 $2',
  )
  return { raw, folded: foldedWords(apart) }
}

export type SkillTerm = {
  readonly text: string
  /** Words between spaces that name it in any folded text. */
  readonly words: readonly string[]
  readonly isIn: (text: SkillText) => boolean
}

/** A skill with its spellings and synonyms, as texts name it. */
export function skillTerm(text: string): SkillTerm {
  const spellings = spellingsOf(text)
  const words = [...new Set(spellings.flatMap(synonymsOf))]
  const names = words.map((word) => word.trim())
  const plain = words.filter((word) =>
    [SHORT, WORDS, CAPITALS].every((some) => !some.has(word.trim())),
  )
  const short = names.flatMap((name) => SHORT.get(name) ?? [])
  const prose = names.flatMap((name) => WORDS.get(name) ?? [])
  const capitals = names.filter((name) => CAPITALS.has(name)).map((name) => name.toUpperCase())
  const capital = capitals.map(
    (name) => new RegExp(String.raw`(?<![\p{L}\p{N}'’])${escaped(name)}(?![\p{L}\p{N}'’])`, 'u'),
  )
  return {
    text,
    words,
    isIn: ({ raw, folded }) =>
      plain.some((word) => folded.includes(word)) ||
      capital.some((pattern) => pattern.test(raw)) ||
      short.some((name) => isShortNamed(raw, name)) ||
      prose.some((name) => isWordNamed(raw, name)),
  }
}
