import { type Heading, SECTION_MODIFIERS, SECTION_NOUNS } from './cv-heading-words.ts'

/**
 * A text without case, accents, punctuation and the variants of Arabic letters. PDFs write Arabic
 * in presentation forms, which become letters.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\p{M}ـ]/gu, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()

const HEADINGS: Readonly<Record<Heading, string>> = {
  head: `profil|a propos|a propos de moi|resume|presentation|qui suis je|profil professionnel|en bref
    profile|summary|about|about me|professional summary|career summary|personal statement|objective
    perfil|perfil profesional|sobre mi|resumen|resumen profesional|presentacion
    uber mich|kurzprofil|zusammenfassung|personliches profil|profil und ziele
    profilo|profilo professionale|chi sono|su di me|sommario|riepilogo|presentazione
    نبذه|نبذه عني|الملخص|ملخص|الملف الشخصي|الملخص المهني|نبذه شخصيه`,
  mission: `experience|experiences|experience professionnelle|experiences professionnelles|parcours
    parcours professionnel|missions|mes missions|emplois|projets|realisations|missions et projets
    experiences et missions
    work experience|professional experience|employment|employment history|work history|career history|projects
    selected projects|freelance projects|positions|project experience|relevant experience
    experiencia|experiencias|experiencia profesional|experiencia laboral|trayectoria|trayectoria profesional|proyectos
    misiones|historial laboral|berufserfahrung|berufliche erfahrung|beruflicher werdegang|werdegang|berufspraxis
    projekte|projekterfahrung|einsatze|missionen|arbeitserfahrung|tatigkeiten|projektliste|erfahrung
    esperienza|esperienze|esperienza professionale|esperienze professionali|esperienza lavorativa
    esperienze lavorative|progetti|incarichi|missioni|percorso professionale
    الخبره|الخبرات|الخبره المهنيه|الخبرات المهنيه|الخبره العمليه|الخبرات العمليه|المهام|المشاريع|المسار المهني`,
  skill: `competences|competences techniques|competences cles|savoir faire|outils|outils et competences|expertise
    expertises|competences professionnelles|competences et outils|technologies|logiciels|principales competences
    skills|technical skills|key skills|top skills|core skills|skills and tools|tools|core competencies|areas of expertise
    competencias|habilidades|competencias tecnicas|aptitudes|aptitudes principales|herramientas|conocimientos|conocimientos tecnicos
    kenntnisse|fahigkeiten|kompetenzen|fachkenntnisse|it kenntnisse|edv kenntnisse|technische kenntnisse
    schwerpunkte|kernkompetenzen|top kenntnisse|werkzeuge|fahigkeiten und kenntnisse|technische fahigkeiten
    competenze|competenze tecniche|competenze principali|abilita|capacita|strumenti|conoscenze|competenze professionali
    المهارات|مهارات|المهارات التقنيه|الكفاءات|الادوات|المهارات الفنيه`,
  certification: `certifications|certificats|habilitations|certifications professionnelles|certification
    certificates|licenses and certifications|licenses certifications|licences and certifications
    certifications and licenses|certificate
    certificaciones|certificados|certificaciones profesionales|certificacion
    zertifikate|zertifizierungen|bescheinigungen|zertifikat
    certificazioni|certificati|attestati|certificazione|الشهادات المهنيه|الاعتمادات|شهادات مهنيه|شهادات|الشهادات`,
  training: `formations complementaires|formation continue|formations continues|stages de formation
    formations professionnelles|training|trainings|courses|professional development|continuing education
    cursos|formacion complementaria|formaciones|formacion continua|cursos y talleres
    weiterbildung|weiterbildungen|fortbildung|fortbildungen|schulungen|kurse|seminare
    corsi|formazioni|corsi di formazione|aggiornamento professionale|formazione continua
    الدورات|الدورات التدريبيه|دورات تدريبيه|التدريب`,
  language: `langues|langues parlees|langues etrangeres|competences linguistiques
    languages|language skills|idiomas|lenguas|sprachen|sprachkenntnisse|fremdsprachen
    lingue|lingue straniere|conoscenze linguistiche|competenze linguistiche|اللغات|لغات`,
  study: `etudes|diplomes|cursus|scolarite|diplome|parcours scolaire|parcours academique|formation initiale
    etudes et diplomes|diplomes et formation|diplomes et formations|formation et diplomes
    education|academic background|degrees|academic qualifications|qualifications|studies|education and training
    estudios|educacion|formacion academica|titulacion|titulos|formacion reglada
    ausbildung|studium|schulbildung|bildung|bildungsweg|akademische ausbildung|ausbildung und studium
    studi|istruzione|titoli di studio|istruzione e formazione|percorso di studi
    الدراسه|التعليم|المؤهلات|المؤهلات العلميه|الموهلات|الموهلات العلميه|المؤهلات الدراسيه|التعليم والمؤهلات`,
  course: `formation|formations|formacion|formazione`,
  interest: `centres d interet|centres d interets|interets|loisirs|passions|hobbies|activites|divers et loisirs
    interests|hobbies and interests|activities|personal interests
    intereses|aficiones|pasatiempos|intereses personales
    interessen|hobbys|freizeit|interessen und hobbys|hobbys und interessen
    interessi|passioni|tempo libero|hobby|interessi personali|الاهتمامات|الهوايات|هوايات|اهتمامات`,
  contact: `contact|coordonnees|contacto|datos de contacto|kontakt|kontaktdaten|personliche daten|contatti
    dati personali|informations personnelles|personal details|personal information|contact details|datos personales
    معلومات الاتصال|التواصل|البيانات الشخصيه|الاتصال|اتصال`,
  other: `references|recommandations|publications|benevolat|divers|informations complementaires|distinctions|prix
    volunteering|volunteer work|awards|honors|additional information|miscellaneous|patents
    referencias|publicaciones|voluntariado|premios|otros|otros datos|informacion adicional
    referenzen|publikationen|veroffentlichungen|ehrenamt|sonstiges|auszeichnungen|verschiedenes
    referenze|pubblicazioni|volontariato|premi|altro|altre informazioni|riconoscimenti
    المراجع|المنشورات|التطوع|الجوائز|معلومات اضافيه|اخري`,
}

const byWords = new Map(
  Object.entries(HEADINGS).flatMap(([heading, words]) =>
    words.split(/[|\n]/).map((one) => [folded(one), heading as Heading] as const),
  ),
)
/** Words that a heading may hold besides. */
const FILLERS =
  /^(?:mes|ma|my|mis|meine|le|le mie|i miei)\s|\s(?:principales|principaux|cles|key|main)$/g

/** A word without its endings of number and gender, and an Arabic one without its article. */
const stemOf = (word: string): string =>
  word.replace(/^ال(?=.{3})/, '').replace(/(?<=.{4})[aeiosxn]+$|(?<=.{3})ات$/, '')

const stemmed = (words: string): readonly string[] =>
  words.split(/\s+/).map((word) => stemOf(folded(word)))
const NOUNS = new Map(
  Object.entries(SECTION_NOUNS).flatMap(([heading, words]) =>
    // Keys of the table are headings.
    stemmed(words).map((word) => [word, heading as Heading] as const),
  ),
)
const MODIFIERS = new Set(stemmed(SECTION_MODIFIERS))

/** Whether two words differ in one letter: one more, one less, another one, or two exchanged. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return a === b
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  )
}

/** The shortest word in which a letter may be wrong. */
const LONG_WORD = 8

function nounOf(stem: string): Heading | undefined {
  const exact = NOUNS.get(stem)
  if (exact !== undefined || stem.length < LONG_WORD) return exact
  for (const [noun, heading] of NOUNS)
    if (noun.length >= LONG_WORD && isOneLetterOff(stem, noun)) return heading
  return undefined
}

/** The most words of a heading. */
const MOST_WORDS = 6

/** The section that words name together with others that headings hold; null for other words. */
function likeHeading(words: string): Heading | null {
  const stems = words.split(' ').map(stemOf)
  if (stems.length > MOST_WORDS) return null
  const named = stems.map((stem) => nounOf(stem))
  if (!stems.every((stem, at) => named[at] !== undefined || MODIFIERS.has(stem))) return null
  const headings = named.filter((heading) => heading !== undefined)
  const [first = null] = headings
  // Diplomas lead whatever stands beside them; a project is work wherever it is named.
  if (headings.includes('study') && headings.every((one) => one === 'study' || one === 'training'))
    return words.startsWith('form') && headings.length === 1 ? 'course' : 'study'
  // *Langages et outils* are tools.
  return first === 'language' && headings.includes('skill') ? 'skill' : first
}

/** Numbers and signs that decorate a heading. */
const ORNAMENTS =
  /^(?:[\s\p{So}\p{Sk}■▪►▶✦★◆|#*_=~–—-]|(?:\d{1,2}|[IVX]{1,4})[.)]\s)+|[\s:：\p{So}\p{Sk}■▪►✦★◆|#*_=~–—-]+$/gu

/** The section that a line opens; null for a line of its own words. */
export function headingOf(written: string): Heading | null {
  const line = written.trim().replaceAll(ORNAMENTS, '')
  if (line === '' || line.length > 48 || line.includes('\t') || /[,;()•]/.test(line)) return null
  // Letters may be spaced apart: *L A N G U E S*.
  const words = folded(
    /^(?:\p{L}\s){3,}\p{L}$/u.test(line.trim()) ? line.replaceAll(/\s/g, '') : line,
  )
  const exact = byWords.get(words) ?? byWords.get(words.replaceAll(FILLERS, '').trim())
  if (exact !== undefined) return exact
  // A heading begins with a capital, where the script has one.
  return /^[\p{Lu}\p{Lo}]/u.test(line) && !/[.!?]$/.test(line) ? likeHeading(words) : null
}

/** A heading on the line of its first words: `Langues : français, anglais`. */
export function inlineHeading(
  line: string,
): { readonly heading: Heading; readonly rest: string } | null {
  const [, before = '', rest = ''] = /^([^:：]{3,40})\s*[:：]\s*(\S.*)$/.exec(line) ?? []
  if (before === '') return null
  const heading = headingOf(before)
  return heading === 'language' || heading === 'interest' || heading === 'certification'
    ? { heading, rest }
    : null
}
