import { describe, expect, test } from 'vitest'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'

const TEXT = `Personne Exemple
Conceptrice de services
personne@exemple.example | linkedin.com/in/personne
https://personne.example
github.com/personne | www.travaux.example

Langues
Français : langue maternelle`

test('addresses on the web are links of the head, and a mail is listed as the account’s', () => {
  const { fields, unplaced } = readCvText(TEXT)
  expect(fields.filter(({ values }) => values['links'] !== undefined)).toMatchObject([
    {
      section: 'head',
      values: {
        links:
          'linkedin.com/in/personne\nhttps://personne.example\ngithub.com/personne\nwww.travaux.example',
      },
      lines: [2, 3, 4],
    },
  ])
  expect(unplaced).toEqual(['personne@exemple.example'])
})

const fieldsOf = (text: string, section: string) =>
  readCvText(text).fields.flatMap((field) => (field.section === section ? [field.values] : []))

test.each([
  ['01/2022 à 12/2023', { startYear: 2022, startMonth: 1, endYear: 2023, endMonth: 12 }],
  ['janvier 2021 à début 2024', { startYear: 2021, startMonth: 1, endYear: 2024 }],
  [
    'mars 2018 - décembre 2021 (3 ans 10 mois)',
    { startYear: 2018, startMonth: 3, endYear: 2021, endMonth: 12 },
  ],
  ['Jan 2022 – Present · 4 yrs 11 mos', { startYear: 2022, startMonth: 1, isPresentMission: true }],
])('the dates of %s', (dates, values) => {
  const [mission] = fieldsOf(
    `Expérience\nArchitecte – Hydravion\n${dates}\n- Revue de code`,
    'mission',
  )
  expect(mission).toMatchObject({
    ...values,
    projectName: 'Architecte',
    client: 'Hydravion',
    tasks: '- Revue de code',
  })
  expect(mission).not.toHaveProperty('location')
})

test('a town at the end of the first line is no company, whichever of title and company comes first', () => {
  const text = `Experience
Acme\tSan Francisco, CA
Staff Software Engineer\tJan 2021 – Present
• Led the ledger
Software Engineer\tLyon
Hydravion\tJun 2016 – Dec 2020
• Built prices`
  expect(fieldsOf(text, 'mission')).toMatchObject([
    { projectName: 'Staff Software Engineer', client: 'Acme', location: 'San Francisco, CA' },
    { projectName: 'Software Engineer', client: 'Hydravion', location: 'Lyon' },
  ])
})

test('a profile saved from LinkedIn as a PDF names the company first, and a town below the dates', () => {
  const text = `Expérience
Atelier Brumaire
Animation de communauté
mars 2018 - décembre 2021 (3 ans 10 mois)
Lyon, France
La messagerie des adhérents.

Principales compétences
SQL`
  expect(fieldsOf(text, 'mission')).toMatchObject([
    {
      projectName: 'Animation de communauté',
      client: 'Atelier Brumaire',
      location: 'Lyon, France',
      tasks: 'La messagerie des adhérents.',
    },
  ])
  expect(fieldsOf(text, 'skill')).toEqual([{ name: 'SQL' }])
})

test('languages of programs are skills, and a label in a column of its own is none', () => {
  const text = `Skills
Languages: Scala, Go
Werkzeuge\tDocker, Git

Languages
English (native)`
  expect(fieldsOf(text, 'skill')).toEqual([
    { name: 'Scala', type: 'technical' },
    { name: 'Go', type: 'technical' },
    { name: 'Docker', type: 'tool' },
    { name: 'Git', type: 'tool' },
  ])
  expect(fieldsOf(text, 'language')).toMatchObject([{ name: 'English', level: 9 }])
})

test('what a narrow column breaks is whole again: addresses and lists', () => {
  const text = `Contact
www.linkedin.com/in/personne-
exemple-8a1 (LinkedIn)

Centres d’intérêt
Escalade, photographie
argentique, aviron
Musique : piano`
  expect(fieldsOf(text, 'head')).toEqual([{ links: 'www.linkedin.com/in/personne-exemple-8a1' }])
  expect(fieldsOf(text, 'interest').map(({ name }) => name)).toEqual([
    'Escalade',
    'photographie argentique',
    'aviron',
    'Musique : piano',
  ])
})

test('dates that a narrow margin parts are one period, others are not', () => {
  const missions = (...rows: readonly string[]) =>
    readCvText(['Expérience professionnelle', '', ...rows].join('\n'))
      .fields.filter(({ section }) => section === 'mission')
      .map(({ values }) => values)
  expect(
    missions('septembre 2018 – février\tIngénieure', '2022\tAtelier Brumaire', '• API'),
  ).toMatchObject([
    {
      projectName: 'Ingénieure',
      client: 'Atelier Brumaire',
      startYear: 2018,
      endYear: 2022,
      endMonth: 2,
    },
  ])
  expect(
    missions(
      '2018 – 2020\tIngénieure, Nova',
      '• API',
      '',
      '2022 – 2023\tCheffe, Orion',
      '• Équipe',
    ),
  ).toMatchObject([
    { startYear: 2018, endYear: 2020 },
    { startYear: 2022, endYear: 2023 },
  ])
})

test.each([
  ['16 Std.', 'Seminarhaus am See', 16],
  ['Mehr davon.', undefined, undefined],
])('a line that ends with “%s” names who gave a course: %s', (end, organism, hours) => {
  const text = ['Fortbildungen', '', 'Moderation\t2018', `Seminarhaus am See, ${end}`].join('\n')
  const [found] = readCvText(text).fields.filter(({ section }) => section === 'training')
  expect(found?.values['organism']).toBe(organism)
  expect(found?.values['hours']).toBe(hours)
})

describe('spoken languages among skills', () => {
  test.each([
    [
      'TypeScript, Anglais courant, Espagnol (B1)',
      ['TypeScript'],
      [
        ['Anglais', 6],
        ['Espagnol', 3],
      ],
    ],
    ['Français : langue maternelle\nJava', ['Java'], [['Français', 9]]],
    ['Docker\nAnglais technique\nGerman', ['Docker'], [['Anglais', 5], ['German']]],
    ['Anglais\tCourant\nSQL\tExpert', ['SQL'], [['Anglais', 6]]],
    ['الإنجليزية\nجافا', ['جافا'], [['الإنجليزية']]],
    [
      'Français langue étrangère, German engineering',
      ['Français langue étrangère', 'German engineering'],
      [],
    ],
  ] as const)('%j', (lines, skills, languages) => {
    const text = `Compétences\n${lines}`
    expect(fieldsOf(text, 'skill').map(({ name }) => name)).toEqual(skills)
    expect(
      fieldsOf(text, 'language').map(({ name, level }) => [name, ...(level ? [level] : [])]),
    ).toEqual(languages)
  })

  test('that a section of their own names too are proposed once, with their level', () =>
    expect(fieldsOf('Compétences\nJava, anglais\n\nLangues\nAnglais : C1', 'language')).toEqual([
      { name: 'Anglais', level: 7 },
    ]))
})

describe('skills whose name is a heading or a domain too', () => {
  test.each([
    [
      'Recrutement\nFormation\nGestion de projet',
      ['Recrutement', 'Formation', 'Gestion de projet'],
    ],
    [
      'Recruitment\nTraining\nProjects\nLanguages',
      ['Recruitment', 'Training', 'Projects', 'Languages'],
    ],
    ['Formation\nRecrutement\nPaie', ['Formation', 'Recrutement', 'Paie']],
  ])('%j are skills', (lines, names) =>
    expect(fieldsOf(`Compétences\n${lines}`, 'skill').map(({ name }) => name)).toEqual(names),
  )

  test.each([
    ['Formation\nMaster RH — Université de Lyon', 'study'],
    ['Formation\nGestion de la paie, 2019', 'study'],
    ['Langues\nAnglais C1', 'language'],
    ['Expérience\nChargée de recrutement — Acme\nmars 2018 – mai 2021', 'mission'],
  ] as const)('%j is a section', (lines, section) => {
    const text = `Compétences\nRecrutement\n${lines}`
    expect(fieldsOf(text, 'skill').map(({ name }) => name)).toEqual(['Recrutement'])
    expect(fieldsOf(text, section)).toHaveLength(1)
  })

  test('a label of business names the kind of its skills', () =>
    expect(fieldsOf('Compétences\nRecrutement : sourcing\nRH : paie', 'skill')).toEqual([
      { name: 'sourcing', type: 'functionnal' },
      { name: 'paie', type: 'functionnal' },
    ]))

  test.each([
    ['Chargée de recrutement — Acme', { projectName: 'Chargée de recrutement', client: 'Acme' }],
    ['Recrutement — Acme', { projectName: 'Recrutement', client: 'Acme' }],
    [
      'Développeuse (recrutement) — Acme',
      { projectName: 'Développeuse', client: 'Acme', employmentType: 'recruitment' },
    ],
  ])('the mission %s', (line, values) => {
    const [mission] = fieldsOf(`Expérience\n${line}\nmars 2018 – mai 2021\n• Audit`, 'mission')
    expect(mission).toMatchObject(values)
    expect(mission?.['employmentType']).toBe(
      'employmentType' in values ? values.employmentType : undefined,
    )
  })
})
