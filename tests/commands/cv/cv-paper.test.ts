import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { cvDocument } from '#commands/cv/document/cv-document.ts'
import { assertCvFits } from '#commands/cv/document/cv-size.ts'
import { markdownBlocks } from '#commands/kernel/typeset/markdown-blocks.ts'
import { createTypesetter, type Typesetter } from '#commands/kernel/typeset/typesetter.ts'
import { type CvContent, usualCv } from '#domain/cv/cv.ts'
import { CV_TEMPLATES, type CvTemplate } from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'

const content: CvContent = {
  facts: { ...usualCv, title: 'Conceptrice de services', summary: 'Des services lisibles.' },
  person: {
    name: 'Personne Exemple',
    lines: ['Lyon-sur-Papier', 'personne@exemple.example'],
    photo: null,
  },
  items: [
    {
      section: 'mission',
      id: '1',
      values: {
        projectName: 'Refonte du portail',
        client: 'Atelier Brumaire',
        isPresentMission: true,
        startYear: 2024,
        startMonth: 3,
        tasks: 'Recherche **utile**\n\n- premier point\n- second point',
        technicalEnvironment: 'Figma, HTML',
        translations: [{ language: 'ar', field: 'projectName', text: 'إعادة تصميم البوابة' }],
      },
    },
    { section: 'skill', id: '2', values: { name: 'Prototypage', level: 3 } },
    {
      section: 'study',
      id: '3',
      values: { diploma: 'Master design', institute: 'École du Canal', from: 2016, to: 2018 },
    },
    { section: 'language', id: '4', values: { name: 'Français', level: 9 } },
  ],
}

let typeset: Typesetter
beforeAll(() => {
  typeset = createTypesetter()
})
const paper = (template: CvTemplate, language: CvLanguage = 'fr') =>
  typeset(cvDocument({ content, language, template, accent: 2, photo: null, day: '2026-11-20' }))

/** The words in the order of the file, which programs read. */
async function textOf(pdf: Uint8Array): Promise<string> {
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise
  const texts: string[] = []
  for (let number = 1; number <= opened.numPages; number++) {
    const { items } = await (await opened.getPage(number)).getTextContent()
    texts.push(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    )
  }
  await opened.loadingTask.destroy()
  return texts.join('\n')
}
test('a CV draws the scripts of its person', async () => {
  const person = { ...content.person, name: '山田太郎 საქართველო' }
  const pdf = typeset(
    cvDocument({
      content: { ...content, person },
      language: 'fr',
      template: CV_TEMPLATES[0],
      accent: 2,
      photo: null,
      day: '2026-11-20',
    }),
  )
  const text = await textOf(pdf)
  for (const words of ['山田太郎', 'საქართველო']) expect(text).toContain(words)
})
const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

describe.each(CV_TEMPLATES)('the template %s', (template) => {
  const order = [
    'Personne Exemple',
    'Refonte du portail',
    'Atelier Brumaire',
    'premier point',
    'second point',
  ]

  test('has its text in reading order for programs that read applications', async () => {
    const text = await textOf(paper(template))
    const places = order.map((words) => text.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const words of ['Prototypage', 'Master design', 'École du Canal', 'Français'])
      expect(text).toContain(words)
  })

  test.skipIf(!hasPdftotext)('is read in the same order by pdftotext', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'cv-')), 'cv.pdf')
    writeFileSync(file, paper(template))
    const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
    const places = order.map((words) => text.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('stands right to left in Arabic, with its letters joined', async () => {
    const opened = await getDocument({ data: new Uint8Array(paper(template, 'ar')) }).promise
    const page = await opened.getPage(1)
    const { items } = await page.getTextContent()
    const [, , width = 0] = page.view
    const runs = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    const heading = runs.find(({ str }) => str.includes('المهارات'))
    expect(heading?.dir).toBe('rtl')
    if (template !== 'margin') expect(heading?.transform[4]).toBeGreaterThan(width / 2)
    expect(runs.map(({ str }) => str).join(' ')).toContain('البوابة')
    await opened.loadingTask.destroy()
  })

  test('is the same file for the same CV', () => expect(paper(template)).toEqual(paper(template)))
})

test('each template has a character of its own', async () => {
  const papers = CV_TEMPLATES.map((template) => Buffer.from(paper(template)).toString('base64'))
  expect(new Set(papers).size).toBe(CV_TEMPLATES.length)
})

const textWith = (changes: Partial<CvContent['facts']>, language: CvLanguage = 'fr') => {
  const facts = { ...content.facts, ...changes }
  return textOf(
    typeset(
      cvDocument({
        content: { ...content, facts },
        language,
        template: 'sober',
        accent: 2,
        photo: null,
        day: '2026-11-20',
      }),
    ),
  )
}

test('sections stand where they were placed, and a hidden one is not on the paper', async () => {
  const text = await textWith({
    sections: [
      { section: 'study', hidden: false },
      { section: 'skill', hidden: true },
    ],
  })
  expect(text.indexOf('Master design')).toBeGreaterThan(-1)
  expect(text.indexOf('Master design')).toBeLessThan(text.indexOf('Refonte du portail'))
  expect(text).not.toContain('Prototypage')
})

test('the head is in the language of the paper, with its links', async () => {
  const text = await textWith(
    {
      links: 'https://fontanel.example/',
      translations: [{ language: 'en', field: 'title', text: 'Service designer' }],
    },
    'en',
  )
  expect(text).toContain('Service designer')
  expect(text).not.toContain('Conceptrice de services')
  expect(text).toContain('fontanel.example')
})

test('a smaller text takes less of the page', async () => {
  const lowest = async (textSize: CvContent['facts']['textSize']) => {
    const pdf = typeset(
      cvDocument({
        content: { ...content, facts: { ...content.facts, textSize } },
        language: 'fr',
        template: 'dense',
        accent: 2,
        photo: null,
        day: '2026-11-20',
      }),
    )
    const opened = await getDocument({ data: new Uint8Array(pdf) }).promise
    const { items } = await (await opened.getPage(1)).getTextContent()
    await opened.loadingTask.destroy()
    return Math.min(
      ...items.flatMap((item) =>
        'str' in item && item.str.trim() ? [Number(item.transform[5])] : [],
      ),
    )
  }
  expect(await lowest('small')).toBeGreaterThan(await lowest('usual'))
  expect(await lowest('usual')).toBeGreaterThan(await lowest('large'))
})

test('Markdown becomes paragraphs and lists; a link that is none stays text, HTML is not obeyed', () => {
  expect(
    markdownBlocks('Un **mot** [ici](https://exemple.example)\n\n- un\n  - deux'),
  ).toMatchObject([
    {
      depth: 0,
      runs: [
        { text: 'Un ' },
        { text: 'mot', bold: true },
        { text: ' ' },
        { link: 'https://exemple.example' },
      ],
    },
    { depth: 1, runs: [{ text: 'un' }] },
    { depth: 2, runs: [{ text: 'deux' }] },
  ])
  expect(
    markdownBlocks('[x](javascript:alert(1)) <b>')[0]?.runs.map(({ link }) => link),
  ).not.toContain('javascript:alert(1)')
})

/** The words of a paper with their places. */
async function placesIn(pdf: Uint8Array) {
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise
  const { items } = await (await opened.getPage(1)).getTextContent()
  await opened.loadingTask.destroy()
  return (words: string) => {
    const found = items.flatMap((item) =>
      'str' in item && item.str.includes(words) ? [item] : [],
    )[0]
    return { x: Number(found?.transform[4]), y: Number(found?.transform[5]) }
  }
}
const drawn = (changed: Partial<CvContent>, language: CvLanguage) =>
  typeset(
    cvDocument({
      content: { ...content, ...changed },
      language,
      template: 'sober',
      accent: 2,
      photo: null,
      day: '2026-11-20',
    }),
  )

test('names in Latin letters follow each other from right to left on an Arabic paper', async () => {
  const [mission, , , language] = content.items
  const items = [
    { ...mission, values: { ...mission?.values, client: 'Acme', location: 'Nantes' } },
    { ...language, id: '5' },
    { ...language, id: '6', values: { name: 'Deutsch', level: 5 } },
  ] as CvContent['items']
  const at = await placesIn(drawn({ items }, 'ar'))
  expect(at('Nantes').x).toBeLessThan(at('Acm').x)
  expect(at('Deutsc').x).toBeLessThan(at('Françai').x)
})

test('a long address on the web leaves the name its line', async () => {
  const person = { ...content.person, name: 'Marie-Alexandrine de La Rochefoucauld' }
  const links =
    'https://profils.example/marie-alexandrine-de-la-rochefoucauld-montbazon-et-autres-lieux'
  const at = await placesIn(drawn({ person, facts: { ...content.facts, links } }, 'fr'))
  expect(at('Marie').y - at('Conceptrice').y).toBeLessThan(60)
})

describe('a text of any nesting', () => {
  const withTasks = (tasks: string) =>
    typeset(
      cvDocument({
        content: {
          ...content,
          items: [{ section: 'mission', id: '1', values: { projectName: 'Refonte', tasks } }],
        },
        language: 'fr',
        template: 'sober',
        accent: 2,
        photo: null,
        day: '2026-11-20',
      }),
    )
  test.each([
    ['6,660 tags', '<b>'.repeat(6_660)],
    ['19,000 quotations', `${'>'.repeat(19_000)} fin`],
    ['lists in a line', `${'- '.repeat(9_000)}fin`],
    [
      'lists by indentation',
      Array.from({ length: 190 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
    ],
    ['emphasis within emphasis', `${'_a '.repeat(3_000)}fin${' a_'.repeat(3_000)}`],
    ['a run of stars', `${'*'.repeat(9_000)}fin${'*'.repeat(9_000)}`],
    ['pictures within pictures', `${'!['.repeat(2_800)}fin${'](b)'.repeat(2_800)}`],
    ['marks above one letter', `e${'\u0301'.repeat(19_000)}`],
  ])('%s: the CV is drawn', async (_, tasks) => {
    expect(await textOf(withTasks(tasks))).toContain('Refonte')
  })

  test('the usual nesting stays', () => {
    const depths = markdownBlocks('- un\n  - deux\n    - **trois** et *quatre*')
    expect(depths.map(({ depth }) => depth)).toEqual([1, 2, 3])
    expect(depths[2]?.runs.map(({ bold, italic }) => [bold, italic])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })
})

test('a CV of too many pages is refused before it is drawn, by the name of its longest text', () => {
  const missions = (count: number): CvContent => ({
    ...content,
    items: Array.from({ length: count }, (_, i) => ({
      section: 'mission',
      id: `m${i}`,
      values: { projectName: 'Refonte', tasks: 'a'.repeat(i === 3 ? 20_000 : 17_820) },
    })),
  })
  expect(() => assertCvFits(missions(14), 'fr')).not.toThrow()
  expect(() => assertCvFits(missions(15), 'fr')).toThrow(
    expect.objectContaining({
      code: 'PAPER_TOO_LONG',
      fields: [expect.objectContaining({ path: 'mission.m3.tasks' })],
    }),
  )
})

test('OF55: signs and scripts of a task are printed', async () => {
  const [mission] = content.items
  const items = mission
    ? [{ ...mission, values: { ...mission.values, tasks: '- Pilotage ≥ 3 équipes ✓ 北京' } }]
    : []
  const paper = cvDocument({
    content: { ...content, items },
    language: 'fr',
    template: 'sober',
    accent: 2,
    photo: null,
    day: '2026-11-20',
  })
  const text = await textOf(typeset(paper))
  expect(text).not.toContain('\uFFFD')
  for (const words of ['≥ 3 équipes', '✓', '北京']) expect(text).toContain(words)
})
