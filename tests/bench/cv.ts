import { setTimeout } from 'node:timers/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { cvDocument } from '#commands/cv/document/cv-document.ts'
import { createCvReader } from '#commands/cv/import/cv-reader.ts'
import { startPress } from '#commands/kernel/typeset/press.ts'
import { type CvContent, usualCv } from '#domain/cv/cv.ts'
import { CV_TEMPLATES, type CvItem, type CvTemplate } from '#domain/cv/cv.values.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const SAMPLES = sized(40, 4)
const WARM_UP = sized(4, 1)
const OWNER = 'anna'
/** A CV as most are: two to three pages. */
const MISSIONS = 12
/** So many make five pages of the sober template. */
const LONG = 28
/** Wait of the preview after the last key. @source web/cv/item-form.tsx, `REST_MS` */
const REST_MS = 80
/** Between opening the screen of the import and sending a file, at the least. @unit milliseconds */
const CHOICE_MS = sized(2_000, 500)

const mission = (n: number): CvItem => ({
  section: 'mission',
  id: `mission-${n}`,
  values: {
    projectName: `Conceptrice de services ${n}`,
    client: `Atelier Brumaire ${n}`,
    employmentType: 'freelance',
    location: 'Lyon',
    startYear: 2024 - n,
    startMonth: 1 + (n % 12),
    endYear: 2024 - n,
    endMonth: 12,
    tasks:
      'Recherche **auprès des usagers**\n\n- ateliers avec les équipes\n- parcours mesurés\n- rapports rédigés',
    technicalEnvironment: 'Figma, HTML, CSS',
  },
})
const contentOf = (missions: number): CvContent => ({
  facts: {
    ...usualCv,
    title: 'Conceptrice de services',
    summary: 'Des services en ligne que chacun comprend.',
  },
  person: {
    name: 'Personne Exemple',
    lines: ['Lyon-sur-Papier', 'personne@exemple.example'],
    photo: null,
  },
  items: [
    ...Array.from({ length: missions }, (_, n) => mission(n)),
    ...['Prototypage', 'Accessibilité', 'Recherche', 'Rédaction'].map(
      (name, n): CvItem => ({
        section: 'skill',
        id: `skill-${n}`,
        values: { name, level: 3 },
      }),
    ),
    { section: 'language', id: 'language', values: { name: 'Français', level: 9 } },
    {
      section: 'study',
      id: 'study',
      values: { diploma: 'Master design', institute: 'École du Canal', to: 2012 },
    },
  ],
})

/** Papers as the routes draw them, and a file of five pages read by rules in its own process. */
export async function run(): Promise<BenchResult[]> {
  const press = startPress()
  const draw = (missions: number, template: CvTemplate, accent: number) =>
    press.print(
      { owner: OWNER, urgency: 'preview', signal: new AbortController().signal },
      async () =>
        cvDocument({
          content: contentOf(missions),
          language: 'fr',
          template,
          accent,
          photo: null,
          day: '2026-11-20',
        }),
    )
  const spent: number[] = []
  for (let n = 0; n < WARM_UP + SAMPLES; n++) {
    const template = CV_TEMPLATES[n % CV_TEMPLATES.length] ?? 'sober'
    // Another colour each time: no paper is drawn twice.
    const took = await timed(() => draw(MISSIONS, template, 1 + (n % 17)))
    if (n >= WARM_UP) spent.push(took)
  }
  const file = await draw(LONG, 'sober', 1)
  await press.close()
  const opened = await getDocument({ data: new Uint8Array(file) }).promise
  const pages = opened.numPages
  await opened.loadingTask.destroy()

  const reader = createCvReader()
  let fields = 0
  const read = () =>
    timed(async () => {
      const result = await reader.read(OWNER, file)
      fields = 'reading' in result ? result.reading.fields.length : 0
    })
  const reads: number[] = []
  for (let n = 0; n < SAMPLES / 2; n++) reads.push(await read())
  const warmReads: number[] = []
  for (let n = 0; n < SAMPLES / 4; n++) {
    reader.warm()
    await setTimeout(CHOICE_MS)
    warmReads.push(await read())
  }
  const p95 = quantile(spent, 0.95)
  const medianOf = (values: readonly number[]) =>
    `median ${Math.round(quantile(values, 0.5))} ms of ${values.length}`
  return [
    {
      name: 'PDF of a CV, p95',
      value: Math.round(p95),
      unit: 'ms',
      atMost: 500,
      against: medianOf(spent),
    },
    {
      name: 'preview of a CV after the last key, p95 of the drawing with its pause',
      value: Math.round(REST_MS + p95),
      unit: 'ms',
      atMost: 300,
      against: `a pause of ${REST_MS} ms; without the network and the browser`,
    },
    {
      name: `import of ${pages} pages by rules, p95`,
      value: Math.round(quantile(reads, 0.95)),
      unit: 'ms',
      atMost: 3_000,
      against: `${medianOf(reads)}, each with the start of its process; ${fields} fields found`,
    },
    {
      name: `import of ${pages} pages by the process that its screen has started, p95`,
      value: Math.round(quantile(warmReads, 0.95)),
      unit: 'ms',
      atMost: 3_000,
      against: medianOf(warmReads),
    },
  ]
}
