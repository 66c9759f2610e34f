/**
 * Words of one skill in several languages, and its usual short forms. Written for Carnet from
 * common knowledge, like the shipped list of skills. No list of ESCO or ROME was copied.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ['javascript', 'js', 'ecmascript'],
  ['typescript', 'ts'],
  ['node.js', 'nodejs', 'node'],
  ['react', 'reactjs', 'react.js'],
  ['vue', 'vuejs', 'vue.js'],
  ['angular', 'angularjs'],
  ['kubernetes', 'k8s'],
  ['postgresql', 'postgres'],
  ['c#', 'csharp', '.net', 'dotnet'],
  ['golang', 'go'],
  [
    'machine learning',
    'apprentissage automatique',
    'aprendizaje automatico',
    'maschinelles lernen',
    'apprendimento automatico',
    'تعلم الآلة',
  ],
  [
    'accessibilite',
    'accessibility',
    'a11y',
    'accesibilidad',
    'barrierefreiheit',
    'accessibilita',
    'إتاحة',
    'rgaa',
    'wcag',
  ],
  [
    'recherche utilisateur',
    'user research',
    'investigacion de usuarios',
    'nutzerforschung',
    'ricerca utente',
    'بحث المستخدم',
  ],
  [
    'gestion de projet',
    'project management',
    'gestion de proyectos',
    'projektmanagement',
    'gestione progetti',
    'gestione di progetti',
    'إدارة المشاريع',
  ],
  [
    'chef de projet',
    'project manager',
    'jefe de proyecto',
    'projektleiter',
    'projektleitung',
    'capo progetto',
    'مدير مشروع',
  ],
  [
    'developpeur',
    'developpeuse',
    'developer',
    'desarrollador',
    'desarrolladora',
    'entwickler',
    'entwicklerin',
    'sviluppatore',
    'مطور',
  ],
  ['designer', 'concepteur', 'conceptrice', 'disenador', 'gestalter', 'progettista', 'مصمم'],
  ['formation', 'training', 'formacion', 'schulung', 'formazione', 'تدريب'],
  ['formateur', 'formatrice', 'trainer', 'formador', 'formatore', 'مدرب'],
  ['comptabilite', 'accounting', 'contabilidad', 'buchhaltung', 'contabilita', 'محاسبة'],
  ['comptable', 'accountant', 'contable', 'buchhalter', 'contabile', 'محاسب'],
  ['traduction', 'translation', 'traduccion', 'ubersetzung', 'traduzione', 'ترجمة'],
  ['redaction', 'copywriting', 'redaccion', 'texten', 'redazione', 'كتابة المحتوى'],
  ['graphisme', 'graphic design', 'diseno grafico', 'grafikdesign', 'grafica', 'تصميم جرافيك'],
  [
    'analyse de donnees',
    'data analysis',
    'analisis de datos',
    'datenanalyse',
    'analisi dei dati',
    'تحليل البيانات',
  ],
  [
    'base de donnees',
    'bases de donnees',
    'database',
    'databases',
    'base de datos',
    'datenbank',
    'basi di dati',
    'قواعد البيانات',
  ],
  [
    'securite informatique',
    'cybersecurite',
    'cybersecurity',
    'it security',
    'ciberseguridad',
    'it sicherheit',
    'sicurezza informatica',
    'الأمن السيبراني',
  ],
  ['tests', 'testing', 'pruebas', 'testen', 'collaudo', 'اختبار'],
  ['vente', 'ventes', 'sales', 'ventas', 'vertrieb', 'vendite', 'مبيعات'],
  ['juridique', 'droit', 'legal', 'law', 'derecho', 'recht', 'diritto', 'قانون'],
  ['francais', 'french', 'frances', 'franzosisch', 'francese', 'الفرنسية'],
  ['anglais', 'english', 'ingles', 'englisch', 'inglese', 'الإنجليزية'],
  ['arabe', 'arabic', 'arabisch', 'arabo', 'العربية'],
  ['espagnol', 'spanish', 'espanol', 'spanisch', 'spagnolo', 'الإسبانية'],
  ['allemand', 'german', 'aleman', 'deutsch', 'tedesco', 'الألمانية'],
  ['italien', 'italian', 'italiano', 'italienisch', 'الإيطالية'],
]

/** Letters with one accent, which most texts of the six languages are made of, fit below this. */
const TABLE_SIZE = 0x250

const foldedCharacter = (letter: string): string =>
  letter
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+#.]/gu, ' ')

/** Replacement of each character; a space for all that is no part of a word. */
const TABLE: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) =>
  foldedCharacter(String.fromCharCode(code)),
)

/** Texts with characters beyond the table: other scripts, and accents that stand alone. */
const foldedSlowly = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+#.]+/gu, ' ')

/** By the table, which takes a fifth of the time; null for a text that it does not hold. */
function foldedByTable(text: string): string | null {
  let folded = ''
  let isSpace = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const letter = TABLE[code]
    // A typographic apostrophe, dash or ellipsis is a space.
    const is = letter ?? (code >= 0x2010 && code <= 0x2027 ? ' ' : null)
    if (is === null) return null
    if (is !== ' ') folded += is
    else if (!isSpace) folded += ' '
    isSpace = is === ' '
  }
  return folded
}

/**
 * Without case, accents and punctuation, between spaces, so that words are found whole: ` react js
 * `.
 */
export const foldedWords = (text: string): string =>
  ` ${(foldedByTable(text) ?? foldedSlowly(text)).replaceAll(/\.(?= )|\.$/g, '').trim()} `

const groups: ReadonlyMap<string, readonly string[]> = new Map(
  SYNONYMS.flatMap((group) => {
    const folded = group.map(foldedWords)
    return folded.map((word) => [word, folded] as const)
  }),
)

/** A term with all its synonyms, each folded. */
export const synonymsOf = (term: string): readonly string[] => {
  const folded = foldedWords(term)
  return groups.get(folded) ?? [folded]
}
