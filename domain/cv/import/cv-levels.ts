import { folded } from './cv-headings.ts'

/** A level that words name; `isExact` where they are its own name. */
export type NamedLevel = { readonly level: number; readonly isExact: boolean }

const table = (
  levels: Readonly<Record<number, string>>,
  isExact: boolean,
): readonly (readonly [string, NamedLevel])[] =>
  Object.entries(levels).flatMap(([level, words]) =>
    words.split(/[|\n]/).map((one) => [folded(one), { level: Number(level), isExact }] as const),
  )

/** The longest words first: *intermédiaire supérieur* before *intermédiaire*. */
const byLength = (entries: readonly (readonly [string, NamedLevel])[]) =>
  entries.filter(([words]) => words !== '').toSorted(([a], [b]) => b.length - a.length)

/** Levels 1 to 9 of a spoken language, by their names and by those of the European framework. */
const LANGUAGE_LEVELS = byLength([
  ...table(
    {
      1: 'débutant|notions|A1|beginner|basic|principiante|Anfänger|مبتدئ',
      2: `élémentaire|scolaire|A2|elementary|elemental|básico|grundlegend|Grundkenntnisse
        elementare|base|scolastico|أولي|أساسي`,
      3: 'intermédiaire|B1|intermediate|limited working proficiency|intermedio|Mittelstufe|متوسط',
      4: `intermédiaire supérieur|B2|upper intermediate|intermedio alto|gehobene Mittelstufe|intermedio superiore
        فوق المتوسط`,
      5: `professionnel|niveau professionnel|professional|professional working proficiency|technique|profesional
        beruflich sicher|verhandlungssicher|professionale|مهني|technical`,
      6: 'courant|fluent|fluido|fließend|fluente|fluent in|طليق|بطلاقة|corrente|full professional proficiency',
      7: 'avancé|C1|C2|advanced|avanzado|fortgeschritten|avanzato|متقدم',
      8: 'bilingue|bilingual|bilingüe|zweisprachig|ثنائي اللغة',
      9: `langue maternelle|maternelle|natif|native|native speaker|native or bilingual proficiency|mother tongue
        lengua materna|nativo|materna|Muttersprache|muttersprachlich|madrelingua|lingua madre|اللغة الأم|لغة أم|الأم`,
    },
    true,
  ),
  ...table(
    {
      5: 'bon niveau|bonne maîtrise|lu écrit parlé|good|gut|gute Kenntnisse|buen nivel|buono|buon livello|جيد',
      6: 'très bon niveau|very good|sehr gut|muy buen nivel|ottimo|جيد جدا|ممتاز|excellent',
      2: 'elementary proficiency',
    },
    false,
  ),
])

/** Levels 1 to 4 of a skill. */
const SKILL_LEVELS = byLength([
  ...table(
    {
      1: 'notions|basic|basics|básico|Grundkenntnisse|base|أساسي|débutant|beginner|principiante|Anfänger',
      2: 'à l’aise|familiar|familiarizado|vertraut|familiare|متمرّس|intermédiaire|intermediate|intermedio',
      3: 'confirmé|senior|sénior|متقدم|avancé|advanced|avanzado|avanzato|fortgeschritten|solide|maîtrise',
      4: 'expert|experto|Experte|esperto|خبير|master',
    },
    true,
  ),
])

function levelIn(
  levels: readonly (readonly [string, NamedLevel])[],
  text: string,
): NamedLevel | null {
  const words = ` ${folded(text)} `
  return levels.find(([name]) => words.includes(` ${name} `))?.[1] ?? null
}
export const languageLevel = (text: string): NamedLevel | null => levelIn(LANGUAGE_LEVELS, text)
export const skillLevel = (text: string): NamedLevel | null => {
  const signs = signLevel(text)
  return signs === null ? levelIn(SKILL_LEVELS, text) : { level: signs, isExact: true }
}
/** A level as signs: `★★★☆☆`, `●●●○`, `3/5`, `80 %`. @returns 1 to 4; null for other words */
function signLevel(text: string): number | null {
  const signs = text.trim()
  const full = [...signs.matchAll(/[★●■◆⬤▮]/gu)].length
  const empty = [...signs.matchAll(/[☆○□◇◯▯]/gu)].length
  const [, part, whole] = /^(\d{1,2})\s*\/\s*(5|10|4)$/.exec(signs) ?? []
  const [, percent] = /^(\d{1,3})\s?%$/.exec(signs) ?? []
  const isSigns = full + empty >= 3 && /^[\s★●■◆⬤▮☆○□◇◯▯]+$/u.test(signs)
  const share = isSigns
    ? full / (full + empty)
    : part !== undefined
      ? Number(part) / Number(whole)
      : percent === undefined
        ? Number.NaN
        : Number(percent) / 100
  return share >= 0 && share <= 1 ? Math.max(1, Math.ceil(share * 4)) : null
}

/** Words at the head of a table's columns. */
const COLUMN_HEADS = new Set(
  `domaine domaines categorie categories category type outils outil tools tool niveau niveaux level
  competence competences skill skills technologie technologies langage langages langues annees years
  experience bereich werkzeuge kenntnisse stufe ambito herramientas nivel livello strumenti competenze
  maitrise detail details المجال الادوات المستوي`
    .split(/\s+/)
    .map(folded),
)
/** Whether cells are the head of a table of skills. */
export const isColumnHead = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => COLUMN_HEADS.has(folded(cell)))

/** True where the words are a level's name and nothing else. */
export const isSkillLevel = (text: string): boolean =>
  signLevel(text) !== null || SKILL_LEVELS.some(([name]) => name === folded(text))
export const isLanguageLevel = (text: string): boolean =>
  LANGUAGE_LEVELS.some(([name]) => name === folded(text)) || /^(?:[abc][12])$/i.test(text.trim())

const LANGUAGES = new Set(
  `français anglais allemand espagnol italien arabe portugais chinois japonais russe néerlandais polonais turc suédois
  catalan occitan breton berbère tamazight grec hébreu hindi coréen ukrainien roumain tchèque danois norvégien finnois
  french english german spanish italian arabic portuguese chinese mandarin japanese russian dutch polish turkish swedish
  greek hebrew korean ukrainian romanian czech danish norwegian finnish catalan
  francés inglés alemán español italiano árabe portugués chino japonés ruso neerlandés polaco turco sueco griego catalán
  gallego euskera rumano ucraniano castellano
  Französisch Englisch Deutsch Spanisch Italienisch Arabisch Portugiesisch Chinesisch Japanisch Russisch Niederländisch
  Polnisch Türkisch Schwedisch Griechisch Rumänisch Ukrainisch Tschechisch Dänisch
  francese inglese tedesco spagnolo arabo portoghese cinese giapponese russo olandese polacco turco svedese greco rumeno
  الفرنسية الإنجليزية الألمانية الإسبانية الإيطالية العربية البرتغالية الصينية اليابانية الروسية التركية الهولندية
  فرنسية إنجليزية ألمانية إسبانية إيطالية عربية برتغالية صينية روسية تركية الأمازيغية`
    .split(/\s+/)
    .map(folded),
)
/** True for the name of a language that people speak. */
export const isLanguageName = (text: string): boolean => LANGUAGES.has(folded(text))
