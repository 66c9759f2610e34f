import { Certification } from '#domain/cv/certification.record.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { type CvContent, type CvFacts, usualCv } from '#domain/cv/cv.ts'
import { CV_SECTIONS, type CvEntry, type CvItem, shownItems } from '#domain/cv/cv.values.ts'
import { Interest } from '#domain/cv/interest.record.ts'
import { Language } from '#domain/cv/language.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import { Study } from '#domain/cv/study.record.ts'
import { Training } from '#domain/cv/training.record.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { DraftCv } from '#domain/prospecting/draft-sources.ts'
import { recordAdded } from './records.ts'
import type { Chapter, Tale } from './tale.ts'

const SKILLS = [
  ['Accessibilité numérique', 'functionnal', 4],
  ['Recherche utilisateur', 'functionnal', 4],
  ['Prototypage', 'functionnal', 3],
  ['Animation d’ateliers', 'functionnal', 3],
  ['Figma', 'tool', 4],
  ['HTML', 'technical', 3],
  ['CSS', 'technical', 3],
] as const

/** An item, as its record is added and as a version of the CV keeps it. */
type Told = { readonly type: RecordType; readonly key: string; readonly values: CvItem['values'] }
const item = <T extends RecordType>(type: T, key: string, values: Partial<Wire<T>>): Told => ({
  type,
  key,
  values,
})

/** Work, skills and interests of the freelancer. */
function itemsOf({ today, first, id }: Tale): readonly Told[] {
  const year = Number(today.slice(0, 4))
  return [
    item(Mission, 'mission portal', {
      projectName: 'Refonte du portail',
      client: 'Atelier Brumaire',
      employmentType: 'freelance',
      location: 'Lyon-sur-Papier',
      isPresentMission: true,
      startYear: Number(first.slice(0, 4)),
      startMonth: Number(first.slice(5, 7)),
      tasks:
        'Recherche auprès de **24 adhérents**, maquettes, suivi du développement.\n\n- Jetons de conception partagés entre trois équipes\n- Parcours essayés au clavier et au lecteur d’écran',
      technicalEnvironment: 'Figma, HTML, CSS, TypeScript',
      translations: [
        { language: 'en', field: 'projectName', text: 'Portal redesign' },
        {
          language: 'en',
          field: 'tasks',
          text: 'Research with **24 members**, mock-ups, support of the development.\n\n- Design tokens shared by three teams\n- Journeys tried by keyboard and screen reader',
        },
      ],
    }),
    item(Mission, 'mission audit', {
      projectName: 'Audit d’accessibilité',
      client: 'Hydravion SAS',
      employmentType: 'freelance',
      startYear: year - 2,
      startMonth: 3,
      endYear: year - 2,
      endMonth: 11,
      tasks: 'Audit de trois parcours au clavier et au lecteur d’écran, corrections chiffrées.',
      technicalEnvironment: 'RGAA, ARIA',
    }),
    item(Mission, 'mission product', {
      projectName: 'Système de conception',
      client: 'Bureau Vermeil',
      employmentType: 'permanent',
      location: 'Lyon-sur-Papier',
      startYear: year - 6,
      startMonth: 1,
      endYear: year - 3,
      endMonth: 12,
      tasks: 'Système de conception de douze services publics.',
      technicalEnvironment: 'Figma, React',
    }),
    ...SKILLS.map(([name, type, level]) => item(Skill, `skill ${name}`, { name, type, level })),
    item(Language, 'language fr', { name: 'Français', level: 9 }),
    item(Language, 'language en', { name: 'Anglais', level: 6 }),
    item(Language, 'language ar', { name: 'Arabe', level: 5 }),
    item(Study, 'study master', {
      diploma: 'Master design et numérique',
      institute: 'École du Canal',
      organismId: id('organism canal'),
      from: year - 9,
      to: year - 7,
    }),
    item(Study, 'study bachelor', {
      diploma: 'Licence de lettres',
      institute: 'Université des Deux Rives',
      from: year - 12,
      to: year - 9,
    }),
    item(Certification, 'certification rgaa', {
      title: 'Accessibilité numérique',
      displayTitle: 'Accessibilité numérique, niveau expert',
      organismId: id('organism cadran'),
      noExpiry: true,
      startYear: year - 1,
      startMonth: 6,
    }),
    item(Training, 'training workshop', {
      title: 'Animer un atelier de conception',
      organismId: id('organism cadran'),
      year: year - 2,
      month: 5,
      hours: 14,
    }),
    item(Interest, 'interest radio', { name: 'Radio de quartier' }),
    item(Interest, 'interest rowing', { name: 'Aviron' }),
  ]
}

const TITLE = 'Conceptrice de services, accessibilité'
const SUMMARY = 'Je rends les services en ligne lisibles par tout le monde, et je le mesure.'

/** The variant of the CV that went to a mutual insurer, and which of its versions. */
export const SENT_VARIANT = { key: 'cv variant', number: 2 } as const

/** Items of the CV in messages. */
export const demoDraftCv = (tale: Tale): DraftCv => ({
  title: TITLE,
  summary: SUMMARY,
  availableFrom: '',
  language: 'fr',
  items: itemsOf(tale).map(
    ({ type, key, values }): CvItem => ({
      section: CV_SECTIONS.find((one) => one === type.name) ?? 'interest',
      id: tale.id(key),
      values,
    }),
  ),
})

/**
 * The freelancer's CV, written before the first contract, and a variant that went to a mutual
 * insurer.
 */
export const cvChapter: Chapter = (tale) => {
  const { commands, start, today, id, meta } = tale
  const tellItems = itemsOf(tale)
  const variant = id(SENT_VARIANT.key)
  const on = (days: number): Day => addDays(today, days)
  const schools = new Map([
    ['organism canal', 'École du Canal'],
    ['organism cadran', 'Institut du Cadran'],
  ])
  const organisms = new Map([...schools].map(([key, name]) => [id(key), name]))
  const items = tellItems.map(({ type, key, values }): CvItem => {
    const organism = organisms.get(String(values['organismId']))
    const section = CV_SECTIONS.find((one) => one === type.name) ?? 'interest'
    return {
      section,
      id: id(key),
      values: organism === undefined ? values : { ...values, organism },
    }
  })
  const placed = (item: CvItem): CvEntry => ({
    section: item.section,
    id: item.id,
    hidden: false,
    wording: {},
  })
  const inOrder = items.map(placed)
  const offered: CvFacts = {
    ...usualCv,
    name: 'Portail de la mutuelle',
    title: 'Auditrice en accessibilité',
    summary: 'Trois ans d’audits, avec des corrections chiffrées.',
    accent: 5,
    template: 'margin',
    sections: [
      { section: 'mission', hidden: false },
      { section: 'certification', hidden: false },
      { section: 'interest', hidden: true },
    ],
    entries: inOrder,
  }
  /** For the mutual insurer, the audit comes first and says what it found. */
  const audit = id('mission audit')
  const entries: readonly CvEntry[] = [
    {
      section: 'mission',
      id: audit,
      hidden: false,
      wording: {
        tasks:
          'Audit de trois parcours d’adhésion au clavier et au lecteur d’écran.\n\n- 41 écarts décrits, chacun avec sa correction et son coût\n- Taux de conformité de **62 %** à **94 %** en huit mois',
      },
    },
    ...inOrder.filter((entry) => entry.id !== audit),
  ]
  const person = {
    name: 'Camille Fontanel',
    lines: ['Lyon-sur-Papier', 'camille@fontanel.example'],
    photo: null,
  }
  const contentOf = (facts: CvFacts): CvContent => ({
    facts,
    person,
    items: shownItems(items, facts.entries).map(({ section, id: own, values }) => ({
      section,
      id: own,
      values,
    })),
  })
  /** One act on a CV, so many days before the sample's last. */
  const act = (days: number, key: string, tell: (meta: CommandMeta) => Promise<unknown>) => ({
    day: on(days),
    tell: () => tell(meta(key, on(days))),
  })
  return [
    ...[...schools].map(([key, name]) => recordAdded(tale, start, Organism, key, { name })),
    ...tellItems.map(({ type, key, values }) => recordAdded(tale, start, type, key, values)),
    {
      day: addDays(start, 1),
      tell: () =>
        commands.cv.change(
          meta('cv main', start).owner,
          {
            title: TITLE,
            summary: SUMMARY,
            links: 'https://fontanel.example',
            translations: [
              { language: 'en', field: 'title', text: 'Service designer, accessibility' },
              {
                language: 'en',
                field: 'summary',
                text: 'I make online services readable by everyone, and I measure it.',
              },
            ],
            accent: 2,
            entries: inOrder,
          },
          meta('cv main', addDays(start, 1)),
        ),
    },
    act(-14, 'cv variant', (sent) => commands.cv.add(variant, offered, {}, sent)),
    act(-14, 'cv version first', (sent) =>
      commands.cv.keep(variant, 'Premier jet', contentOf(offered), sent),
    ),
    act(-10, 'cv variant worded', (sent) => commands.cv.change(variant, { entries }, sent)),
    act(-10, 'cv version sent', (sent) =>
      commands.cv.keep(variant, '', contentOf({ ...offered, entries }), sent),
    ),
    act(-9, 'cv sent', (sent) =>
      commands.cv.sent(
        variant,
        { number: SENT_VARIANT.number, to: 'Mutuelle Boréale', on: on(-9) },
        sent,
      ),
    ),
  ]
}
