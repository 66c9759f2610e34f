import type { ImportSection } from '../import.values.ts'

/**
 * `course` is a heading above diplomas or trainings; `other` one whose text has no place in a CV
 * here.
 */
export type Heading = Exclude<ImportSection, 'person'> | 'course' | 'contact' | 'other'

/** Words that name a section, in six languages; folded, and without the ending of their plural. */
export const SECTION_NOUNS: Readonly<Record<Exclude<Heading, 'course'>, string>> = {
  head: `profil profile perfil profilo resume resumen summary sommario zusammenfassung kurzprofil
    presentation presentacion presentazione vorstellung objectif objective objetivo obiettivo
    ziel ambition accroche apropos about overview statement ملخص نبذه هدف`,
  mission: `experience experiencia esperienza erfahrung berufserfahrung mission mision missione mandat
    emploi poste job employment work arbeit projet project proyecto progetto projekt
    realisation achievement logro realizzazione referenzprojekt parcours carriere career
    carriera carrera laufbahn werdegang trayectoria stage internship praktikum praktika
    tirocinio practica pratica alternance intervention reference-projet einsatz tatigkeit
    station position impiego empleo lavoro trabajo prestation beruf خبره مشروع عمل وظيفه تجربه`,
  skill: `competence competency competencia competenza kompetenz skill habilidad aptitude aptitud
    fahigkeit kenntnis fachkenntnis conocimiento conoscenza connaissance savoir outil tool
    herramienta strumento werkzeug technologie technology tecnologia logiciel software
    programm expertise know-how stack techno qualite atout force fort strength starke
    fortaleza abilita capacita methode methodologie مهاره كفاءه اداه تقنيه`,
  certification: `certification certificat certificate certificado certificacion certificato certificazione
    zertifikat zertifizierung habilitation accreditation licence license attestation attestato
    agrement اعتماد`,
  training: `weiterbildung fortbildung schulung kurs curso corso course training seminaire seminar workshop
    atelier seminario mooc perfectionnement دوره تدريب`,
  language: `langue language idioma lengua sprache sprachkenntnis fremdsprache lingua لغه`,
  study: `etude diplome diploma degree titulo titulacion education educacion istruzione ausbildung
    studium studie studi studio estudio bildung schulbildung scolarite cursus formation
    formacion formazione universite university qualification academic abschluss laurea مؤهل
    دراسه تعليم شهاده`,
  interest: `interet interest interes interesse loisir hobby hobbie passion passione aficion pasatiempo
    freizeit leisure activite activity actividad attivita engagement-personnel اهتمام هوايه`,
  contact: `contact contacto contatto kontakt kontaktdaten coordonnee اتصال`,
  other: `reference referencia referenza referenz recommandation recommendation publication publicacion
    pubblicazione publikation benevolat volunteering voluntariado volontariato ehrenamt
    distinction award premio auszeichnung prix patent brevet conference divers miscellaneous
    sonstige association vie-associative permis driving licence-de-conduire mobilite mobility
    disponibilite availability signature مرجع جائزه تطوع`,
}

/** Words that a heading may hold besides: adjectives, connectors, possessives. */
export const SECTION_MODIFIERS = `et and und y e ou or oder o de des du d la le les l the of von en in aux a mes ma mon my mis
    mi meine mein i miei mie sur pour for & professionnel professionnelle professional
    profesional professionale beruflich berufliche personnel personnelle personal personale
    personlich personliche technique technical tecnica tecnico technisch technische
    informatique informatica informatico it edv computer digital numerique digitale
    complementaire additional complementario aggiuntivo continue continua continuo continuing
    principal principale principaux principales main key cle cles clef core wichtigste
    relevant pertinente recent recente recentes selected selection ausgewahlte autre other
    otro otra altro altra andere weitere divers scolaire academique academic academico
    academica accademico akademisch universitaire initiale superieur obtenu obtenue
    linguistique linguistic linguistico linguistica parle parlee spoken hablado etrangere
    foreign extranjero straniera vivante maternelle soft hard metier fonctionnel fonctionnelle
    functional transversal transverse relationnel humain humaine interpersonal social sociale
    sociaux point anterieur anterieure previous past anterior precedente fruher actuel
    actuelle current salarie freelance independant independante autonome selbstandig client
    clients significatif significative majeur majeure major notable open source opensource
    side web mobile extra extraprofessionnel extraprofessionnelle libre temps free time
    domaine domain area areas ambito ambiti bereich champ field niveau level synthese summary
    resume bref brief court historique history historial verlauf detail detaille detaillee
    suivie suivi effectuee realise realisee dispensee recue conduire conducir guida beruf
    working work job employment business and/or langage langages programmation programming
    programmiersprachen framework frameworks outil outils tool tools environnement environment
    methode methodes bureautique office logiciel logiciels software systeme systemes
    plateforme plateformes المهني المهنيه الشخصي الشخصيه العملي العمليه التقنيه الفنيه
    الاكاديمي الاكاديميه العلميه الاخري و`
