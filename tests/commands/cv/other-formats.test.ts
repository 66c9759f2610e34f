import { expect, test } from 'vitest'
import { readCvFile } from '#commands/cv/import/read-cv-file.ts'
import { rtfText } from '#commands/cv/import/rtf-text.ts'
import { zipped } from '#tests/fixtures/cvs/made-files.ts'

const archiveOf = async (files: Readonly<Record<string, string>>) => {
  async function* entries() {
    for (const [name, text] of Object.entries(files)) yield { name, bytes: Buffer.from(text) }
  }
  return Buffer.from(await zipped(entries()))
}
const valuesOf = async (bytes: Buffer, section: string) =>
  (await readCvFile(bytes)).fields.flatMap((field) =>
    field.section === section ? [field.values] : [],
  )

test('OF49: the header of a Word document is read before its text', async () => {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const reading = await readCvFile(
    await archiveOf({
      'word/header1.xml': `<w:hdr>${paragraph('Léa Fictif, lea@example.org')}${paragraph('Page 1')}</w:hdr>`,
      'word/document.xml': `<w:document><w:body>${['Expérience professionnelle', 'Cheffe de projet — Nova', '2021 – 2023'].map(paragraph).join('')}</w:body></w:document>`,
    }),
  )
  expect(reading.unplaced).toEqual(['lea@example.org'])
  expect(reading.fields.map(({ values }) => values)).toMatchObject([
    { firstName: 'Léa', lastName: 'Fictif' },
    { projectName: 'Cheffe de projet' },
  ])
})

test('OF51: entities of an archive are characters, each skill comes once, what has no field is told', async () => {
  const archive = await archiveOf({
    'Skills.csv': 'Name\nR&amp;D\nC++\nC++\nEnglish',
    'Certifications.csv': 'Name,Authority,License Number\nRGAA,Institut,AB-12',
  })
  const reading = await readCvFile(archive)
  expect(
    reading.fields.filter(({ section }) => section === 'skill').map(({ values }) => values['name']),
  ).toEqual(['R&D', 'C++'])
  expect(reading.fields).toContainEqual(
    expect.objectContaining({ section: 'language', values: { name: 'English' } }),
  )
  expect(reading.unplaced).toEqual(['RGAA: License Number: AB-12'])
})

test('an OpenDocument text is read with its lists, tables and headers', async () => {
  const office = await archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'styles.xml':
      '<office:styles><style:header><text:p>lea@example.org</text:p></style:header></office:styles>',
    'content.xml': `<office:text><text:h>Expérience</text:h><text:p>Développeuse<text:tab/>2019 – 2021</text:p>
<text:p>Nova</text:p><text:list><text:list-item><text:p>API &amp; tests</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table></office:text>`,
  })
  const reading = await readCvFile(office)
  expect(reading.text).toContain('• API & tests')
  expect(reading.text).toContain('x\ty')
  expect(reading.unplaced).toContain('lea@example.org')
  expect(reading.fields[0]?.values).toMatchObject({ projectName: 'Développeuse', startYear: 2019 })
})

test('a rich text is read with its letters, and without its tables of fonts', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator x;}{\header lea@example.org\par}
Exp\'e9rience\par D\u233?veloppeuse \emdash  Nova\par 2019 \endash  2021\par {\listtext\tab}API \{x\}\par}`
  expect(
    rtfText(Buffer.from(rtf, 'latin1'))
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'lea@example.org',
    'Expérience',
    'Développeuse — Nova',
    '2019 – 2021',
    '• API {x}',
    '',
  ])
  expect(await valuesOf(Buffer.from(rtf, 'latin1'), 'mission')).toMatchObject([
    {
      projectName: 'Développeuse',
      client: 'Nova',
      startYear: 2019,
      endYear: 2021,
      tasks: '- API {x}',
    },
  ])
  const deep = `{\\rtf1${'{'.repeat(100_000)}`
  expect(rtfText(Buffer.from(deep))).toBe('')
})

test('an export of Reactive Resume is read', async () => {
  const exported = {
    basics: {
      name: 'Léa FICTIF',
      phone: '06 12 34 56 78',
      location: 'Lyon',
      headline: 'Développeuse',
      email: 'lea@example.org',
      url: { href: 'https://lea.example' },
    },
    sections: {
      summary: { content: '<p>Dix ans d’API</p>' },
      experience: {
        items: [
          {
            company: 'Nova',
            position: 'Développeuse',
            location: 'Lyon',
            date: 'Mars 2019 – Présent',
            summary: '<ul><li>API</li></ul>',
          },
        ],
      },
      education: {
        items: [
          {
            institution: 'Université',
            studyType: 'Licence',
            area: 'Informatique',
            date: '2010 - 2013',
          },
        ],
      },
      skills: { items: [{ name: 'Langages', description: 'Expert', keywords: ['Java'] }] },
      languages: { items: [{ name: 'Anglais', description: 'B2' }] },
      awards: { items: [{ title: 'Prix' }] },
      custom: {},
    },
    metadata: { template: 'x' },
  }
  const reading = await readCvFile(Buffer.from(JSON.stringify(exported)))
  expect(reading.fields.map(({ section, values }) => ({ section, ...values }))).toMatchObject([
    { section: 'person', firstName: 'Léa', lastName: 'FICTIF' },
    { section: 'person', phone: '+33612345678' },
    { section: 'person', city: 'Lyon' },
    { section: 'head', title: 'Développeuse', summary: 'Dix ans d’API' },
    { section: 'head', links: 'https://lea.example' },
    {
      section: 'mission',
      projectName: 'Développeuse',
      client: 'Nova',
      location: 'Lyon',
      startYear: 2019,
      startMonth: 3,
      isPresentMission: true,
      tasks: '- API',
    },
    {
      section: 'study',
      diploma: 'Licence Informatique',
      institute: 'Université',
      from: 2010,
      to: 2013,
    },
    { section: 'skill', name: 'Java', level: 4 },
    { section: 'language', name: 'Anglais', level: 4 },
  ])
  expect(reading.unplaced.join(' ')).toMatch(/lea@example\.org.*Prix/)
})

test('OF47: a table of skills has its levels, and no skill of its head', async () => {
  const table =
    'Compétences\nDomaine\tOutils\tNiveau\nLangages\tTypeScript, Java\tExpert\nBases de données\tPostgreSQL\tConfirmé'
  expect(await valuesOf(Buffer.from(table), 'skill')).toEqual([
    { name: 'TypeScript', level: 4 },
    { name: 'Java', level: 4 },
    { name: 'PostgreSQL', level: 3 },
  ])
  const signs = 'Compétences\nDocker\t★★★☆☆\nGit\t5/5\nVim – 25 %'
  expect(await valuesOf(Buffer.from(signs), 'skill')).toEqual([
    { name: 'Docker', level: 3 },
    { name: 'Git', level: 4 },
    { name: 'Vim', level: 1 },
  ])
})
