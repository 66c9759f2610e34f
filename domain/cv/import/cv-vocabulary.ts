import { oneOf } from '../../kernel/word-pattern.ts'

// Words by which a line of a CV is known, in French, English, German, Spanish, Italian and Arabic.

export const ROLE = new RegExp(
  String.raw`\b(?:${oneOf(String.raw`
    d[ée]veloppeu|ing[ée]nieur|consultant|cheffe?|responsable|directeur|directrice|conceptr|concepteu|architecte?
    technicien|charg[ée]e?|graphist|r[ée]dact|traduct|formateu|formatrice|stagiaire|alternant
    designer|manager|lead|engineer|developer|analyst|administrat|head of|director|officer|owner|assistant|intern\b
    ingenieur|projektleit|gestalter|administrator|werkstudent|praktikant
    desarrollador|ingenier|consultor|jef[ea]|diseñador|arquitect|analista|t[ée]cnic|becari
    sviluppat|ingegner|consulente|responsabile|progettista|direttor|architett|grafic[oa]|tirocinante`)})` +
    String.raw`|entwickler|berater|leiter(?:in)?\b|مطور|مهندس|مصممة|مستشار|مدير|مصمم|محلل|رئيس|مسؤول|متدرب`,
  'iu',
)

export const SCHOOL = new RegExp(
  oneOf(String.raw`
    universit|[ée]cole|lyc[ée]e|\biut\b|\binsa\b|institut|acad[ée]mi|facult|conservatoire
    college|school|academy|campus|polytech
    hochschule|gymnasium|akademie
    escuela|politec
    facolt|istituto|liceo|scuola
    جامعة|معهد|مدرسة|كلية`),
  'iu',
)

export const DIPLOMA = new RegExp(
  String.raw`\b(?:${oneOf(String.raw`
    master|mast[èe]re|licence|bts|dut|but|bac(?:calaur[ée]at)?|dipl[ôo]m|ing[ée]nieur|doctorat|deug|deust|cap|bep
    ph\.?d|mba|bachelor|b\.?sc|m\.?sc|b\.?a\.?|m\.?a\.?|degree
    abitur|magister|promotion|staatsexamen
    grado|m[áa]ster|bachillerato|doctorado
    laurea|dottorato|maturit[àa]`)})(?![\p{L}])` +
    String.raw`|بكالوريوس|ماجستير|دكتوراه|ليسانس|إجازة|بكالوريا|دبلوم`,
  'iu',
)

export const HOURS =
  /(\d{1,4})\s*(?:h\b|heures?|hours?|hrs?\b|stunden|std\.?|horas?|ore\b|ساعة|ساعات)/iu

/**
 * The line that names a mission's tools; they are its first group where they stand behind a colon.
 */
export const ENVIRONMENT = new RegExp(
  String.raw`^(?:${oneOf(String.raw`
    environnement(?: technique)?|technologies|stack(?: technique)?|outils
    tech stack|technical environment|tools|tech
    technisches umfeld|techniken|technologien|tools und techniken
    entorno(?: t[ée]cnico)?|tecnolog[íi]as
    ambiente(?: tecnico)?|tecnologie
    البيئة التقنية|التقنيات|الأدوات`)})\s*(?:[:：]\s*(.*))?$`,
  'iu',
)

export const EMPLOYMENT: readonly (readonly [string, RegExp])[] = [
  [
    'internship',
    /\b(?:stage|stagiaire|internship|intern|pr[áa]cticas|praktikum|tirocinio|becari[oa])\b|تدريب/iu,
  ],
  [
    'freelance',
    new RegExp(
      String.raw`\b(?:${oneOf(String.raw`
        freelance|ind[ée]pendante?|freelancer|self[- ]employed|contractor
        freiberuflich|aut[óo]nom[oa]|libero professionista`)})\b|عمل حر|مستقل`,
      'iu',
    ),
  ],
  [
    'fixedTerm',
    new RegExp(
      String.raw`\b(?:${oneOf(String.raw`
        cdd|fixed[- ]term(?: contract)?|befristet
        contrato temporal|contratto a termine|tempo determinato`)})\b|عقد محدد المدة`,
      'iu',
    ),
  ],
  [
    'permanent',
    new RegExp(
      String.raw`\b(?:${oneOf(String.raw`
        cdi|permanent(?: employment)?(?: contract)?|unbefristet|festanstellung
        contrato indefinido|tempo indeterminato|contratto a tempo indeterminato`)})\b|عقد دائم`,
      'iu',
    ),
  ],
  ['recruitment', /\b(?:recrutement|recruitment|einstellung|contrataci[óo]n|assunzione)\b|توظيف/iu],
]

export const NO_EXPIRY =
  /sans (?:fin|expiration)|no expir|unbefristet g[üu]ltig|sin caducidad|senza scadenza/iu
export const UNTIL =
  /(?:valable |valid |g[üu]ltig |v[áa]lid[oa] )?(?:jusqu[’']?(?:en|au|à)|until|bis|hasta|fino (?:a|al)|حتى)\s+\S.*$/iu

/** Types of skills, by the label that stands before them. */
export const SKILL_TYPES: readonly (readonly [string, RegExp])[] = [
  ['tool', /outil|logiciel|tool|software|herramient|werkzeug|programm|strument|أدوات/iu],
  [
    'technical',
    new RegExp(
      oneOf(String.raw`
        techn|langages|d[ée]velop|languages|framework|develop|web|cloud|data
        programmier|entwicklung|t[ée]cnic|tecnic|تقني`),
      'iu',
    ),
  ],
  [
    'functionnal',
    new RegExp(
      oneOf(String.raw`
        fonction|m[ée]tier|gestion|soft|ressources humaines|\brh\b|recrutement|commerc|marketing|juridi|compta
        function|business|management|human resources|\bhr\b|recruit|sales|legal|accounting
        funcional|recursos humanos|reclutamiento|fachlich|personalwesen|vertrieb|buchhaltung
        funzional|risorse umane|selezione|وظيفي|الموارد البشرية|توظيف`),
      'iu',
    ),
  ],
]
