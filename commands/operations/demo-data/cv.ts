import { Certification } from '#domain/cv/certification.record.ts'
import { usualCv } from '#domain/cv/cv.ts'
import { Interest } from '#domain/cv/interest.record.ts'
import { Language } from '#domain/cv/language.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import { Study } from '#domain/cv/study.record.ts'
import { Training } from '#domain/cv/training.record.ts'
import { addDays } from '#domain/kernel/time.ts'
import { recordAdded } from './records.ts'
import type { Chapter } from './tale.ts'

const SKILLS = [
  ['Accessibilité numérique', 'functionnal', 4],
  ['Recherche utilisateur', 'functionnal', 4],
  ['Prototypage', 'functionnal', 3],
  ['Animation d’ateliers', 'functionnal', 3],
  ['Figma', 'tool', 4],
  ['HTML', 'technical', 3],
  ['CSS', 'technical', 3],
] as const

/** The freelancer's CV, written before the first contract, and a variant for an offer. */
export const cvChapter: Chapter = (tale) => {
  const { commands, start, today, first, id, meta } = tale
  const year = Number(today.slice(0, 4))
  const added = recordAdded
  return [
    added(tale, start, Organism, 'organism canal', { name: 'École du Canal' }),
    added(tale, start, Organism, 'organism cadran', { name: 'Institut du Cadran' }),
    added(tale, start, Mission, 'mission portal', {
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
    added(tale, start, Mission, 'mission audit', {
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
    added(tale, start, Mission, 'mission product', {
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
    ...SKILLS.map(([name, type, level]) => added(tale, start, Skill, `skill ${name}`, { name, type, level })),
    added(tale, start, Language, 'language fr', { name: 'Français', level: 9 }),
    added(tale, start, Language, 'language en', { name: 'Anglais', level: 6 }),
    added(tale, start, Language, 'language ar', { name: 'Arabe', level: 5 }),
    added(tale, start, Study, 'study master', {
      diploma: 'Master design et numérique',
      institute: 'École du Canal',
      organismId: id('organism canal'),
      from: year - 9,
      to: year - 7,
    }),
    added(tale, start, Study, 'study bachelor', {
      diploma: 'Licence de lettres',
      institute: 'Université des Deux Rives',
      from: year - 12,
      to: year - 9,
    }),
    added(tale, start, Certification, 'certification rgaa', {
      title: 'Accessibilité numérique',
      displayTitle: 'Accessibilité numérique, niveau expert',
      organismId: id('organism cadran'),
      noExpiry: true,
      startYear: year - 1,
      startMonth: 6,
    }),
    added(tale, start, Training, 'training workshop', {
      title: 'Animer un atelier de conception',
      organismId: id('organism cadran'),
      year: year - 2,
      month: 5,
      hours: 14,
    }),
    added(tale, start, Interest, 'interest radio', { name: 'Radio de quartier' }),
    added(tale, start, Interest, 'interest rowing', { name: 'Aviron' }),
    {
      day: addDays(start, 1),
      tell: () =>
        commands.cv.change(
          meta('cv main', start).owner,
          {
            title: 'Conceptrice de services, accessibilité',
            summary: 'Je rends les services en ligne lisibles par tout le monde, et je le mesure.',
            accent: 2,
          },
          meta('cv main', addDays(start, 1)),
        ),
    },
    {
      day: addDays(start, 2),
      tell: () =>
        commands.cv.add(
          id('cv variant'),
          {
            ...usualCv,
            name: 'Portail de la mutuelle',
            title: 'Auditrice en accessibilité',
            summary: 'Trois ans d’audits, avec des corrections chiffrées.',
            accent: 5,
            template: 'margin',
            entries: [{ section: 'interest', id: id('interest rowing'), hidden: true, wording: {} }],
          },
          meta('cv variant', addDays(start, 2)),
        ),
    },
  ]
}
