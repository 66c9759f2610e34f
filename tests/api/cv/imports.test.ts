import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import { type AiServer, aiServer } from '../../doubles/ai-server.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
/** A process is started for each file. @unit milliseconds */
const READING_MS = 60_000
let product: Product
let anna: SignedIn
let model: AiServer
beforeAll(async () => {
  model = await aiServer()
  product = await startProduct({
    now: () => NOW,
    environment: { AI_URL: model.url, AI_MODEL: 'scripted' },
  })
  anna = await product.freelancer('anna')
})
afterAll(async () => {
  await product.stop()
  await model.close()
})

const TEXT = `Prénom Exemple
Conceptrice de services
exemple@carnet.example

Expérience professionnelle
Conceptrice, Atelier Brumaire	mars 2021 – aujourd’hui
- Recherche auprès des usagers

Diplômes
2016 – 2018	Master design – École du Canal

Certifications
Opquast (Opquast)	2022

Langues
Français : langue maternelle
Anglais : courant

Divers
Permis B
`

async function upload(name: string, bytes: Uint8Array | string, by = 'rules', files = 1) {
  const form = new FormData()
  for (let n = 0; n < files; n++)
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const answer = await fetch(`${product.address}/api/cv/${anna.userId}/import?by=${by}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'accept-language': 'en' },
    body: form,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the envelope
  const { result } = (await answer.json()) as { result: { code?: string; data: CvImport } }
  return { status: answer.status, code: result.code, data: result.data }
}
const at = (id: string) => `cv/${anna.userId}/import/${id}`
const read = async (id: string): Promise<CvImport> => {
  await expect
    .poll(async () => (await product.data<CvImport>(anna, 'GET', at(id))).state, {
      timeout: READING_MS,
      interval: 50,
    })
    .not.toBe('analyzing')
  return product.data<CvImport>(anna, 'GET', at(id))
}
const imported = async (
  name: string,
  bytes: Uint8Array | string,
  by = 'rules',
): Promise<CvImport> => read((await upload(name, bytes, by)).data.id)
const drafts = () => {
  const folder = path.join(product.dataDir, 'cv-imports', anna.userId)
  return existsSync(folder) ? readdirSync(folder) : []
}
const all = <T>(record: string, position = '') =>
  product
    .as(anna, 'GET', `${record}/${anna.userId}/all`, undefined, { 'x-min-position': position })
    .then((answer) => {
      expect(answer.statusCode).toBe(200)
      return answer.json<{ result: { data: T[] } }>().result.data
    })

test('a CV is read, looked through, corrected and saved', { timeout: 2 * READING_MS }, async () => {
  const started = await upload('cv camille.txt', TEXT)
  expect(started.data).toMatchObject({ state: 'analyzing', name: 'cv camille.txt', fields: [] })
  const found = await read(started.data.id)
  expect(found).toMatchObject({
    state: 'review',
    failure: '',
    unplaced: expect.arrayContaining(['Permis B']),
  })
  const mission = found.fields.find(({ section }) => section === 'mission')
  expect(mission).toMatchObject({
    values: {
      projectName: 'Conceptrice',
      client: 'Atelier Brumaire',
      startYear: 2021,
      startMonth: 3,
    },
    evidence: expect.stringContaining('Atelier Brumaire'),
    known: false,
  })
  expect(
    found.fields.every(({ evidence }) =>
      evidence.split('\n').every((line) => found.text.includes(line)),
    ),
  ).toBe(true)
  // Nothing is saved before the user saves.
  expect(await all('mission')).toEqual([])

  const ids = (section: string) =>
    found.fields.filter((field) => field.section === section).map(({ id }) => ({ id }))
  const { position, ...saved } = await product.data<CvImport>(anna, 'PUT', at(found.id), {
    accept: [
      { id: mission?.id, values: { ...mission?.values, projectName: 'Conception de services' } },
      ...ids('certification'),
      ...ids('language').slice(0, 1),
      { id: 'u1', section: 'interest', values: { name: 'Permis B' } },
    ],
  })
  expect(saved).toMatchObject({ state: 'saved', saved: 4, text: '', fields: [], unplaced: [] })
  expect(await all('mission', position)).toMatchObject([
    { projectName: 'Conception de services', isPresentMission: true },
  ])
  expect(await all('certification')).toMatchObject([
    { title: 'Opquast', organism: 'Opquast', startYear: 2022 },
  ])
  expect(await all('language')).toMatchObject([{ name: 'Français', level: 9 }])
  expect(await all('interest')).toMatchObject([{ name: 'Permis B' }])
  expect((await product.as(anna, 'PUT', at(found.id), { accept: [] })).statusCode).toBe(409)
  const [first] = found.fields
  expect(
    (await product.as(anna, 'PUT', at(found.id), { accept: [{ id: first?.id }] })).statusCode,
  ).toBe(409)

  // Entries that the CV has already are marked, and organisms are found again by their names.
  const again = await imported('cv.txt', TEXT)
  expect(again.fields.filter(({ known }) => known).map(({ section }) => section)).toEqual([
    'person',
    'certification',
    'language',
  ])
  const rest = again.fields.filter(({ section, known }) => section === 'certification' || !known)
  const later = await product.data<CvImport>(anna, 'PUT', at(again.id), {
    accept: rest.map(({ id }) => ({ id })),
  })
  expect(await all('organism', later.position)).toHaveLength(1)
  expect(await all('cv', later.position)).toMatchObject([{ title: 'Conceptrice de services' }])
})

/** The reading of a file of another user. */
async function readOf(who: SignedIn, content: string) {
  const form = new FormData()
  form.append('file', new Blob([content]), 'cv.txt')
  const answer = await fetch(`${product.address}/api/cv/${who.userId}/import?by=rules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the envelope
  const { result } = (await answer.json()) as { result: { data: CvImport } }
  const place = `cv/${who.userId}/import/${result.data.id}`
  const state = () => product.data<CvImport>(who, 'GET', place)
  await expect
    .poll(async () => (await state()).state, { timeout: READING_MS, interval: 50 })
    .toBe('review')
  return { place, ...(await state()) }
}

test('name, phone and address go to the account; a fact that it has is not replaced by itself', {
  timeout: 2 * READING_MS,
}, async () => {
  const dora = await product.freelancer('dora')
  const head = 'Dora DE LA TOUR\nConceptrice\n12 rue du Canal, 75010 Paris | 06 12 34 56 78\n'
  const one = async () => {
    const { place, fields } = await readOf(dora, head)
    return { place, people: fields.filter(({ section }) => section === 'person') }
  }
  const { place, people } = await one()
  expect(people.map(({ values }) => values)).toEqual([
    { firstName: 'Dora', lastName: 'DE LA TOUR' },
    { street: '12 rue du Canal', postalCode: '75010', city: 'Paris' },
    { phone: '+33612345678' },
  ])
  const wrong = await product.as(dora, 'PUT', place, {
    accept: [{ id: people[2]?.id, values: { phone: '0612' } }],
  })
  expect(wrong.json()).toMatchObject({ result: { fields: [{ path: 'phone' }] } })
  const { position } = await product.data<CvImport>(dora, 'PUT', place, {
    accept: people.map(({ id }) => ({ id })),
  })
  const me = await product.as(dora, 'GET', `users/${dora.userId}/me`, undefined, {
    'x-min-position': position,
  })
  expect(me.json()).toMatchObject({
    result: { data: { firstName: 'Dora', lastName: 'DE LA TOUR', phone: '+33612345678' } },
  })
  const [profile] = await product.data<object[]>(dora, 'GET', `profile/${dora.userId}/all`)
  expect(profile).toMatchObject({
    address: { street: '12 rue du Canal', city: 'Paris', country: 'FR' },
  })
  const again = await one()
  expect(again.people.map(({ known }) => known)).toEqual([true, true, true])
})

test('facts of the person are neither proposed nor taken without the right to change them', {
  timeout: READING_MS,
}, async () => {
  const eva = await product.freelancer('eva', { permissions: ['perm_cv_menu'] })
  const { place, fields, unplaced } = await readOf(eva, `${TEXT}\n06 12 34 56 78`)
  expect(fields.map(({ section }) => section)).not.toContain('person')
  expect(fields.length).toBeGreaterThan(3)
  expect(unplaced).toContain('Prénom Exemple')
  const save = (accept: object[]) => product.as(eva, 'PUT', place, { accept })
  const phone = { id: 'u1', section: 'person', values: { phone: '0612345678' } }
  const language = fields.find(({ section }) => section === 'language')
  expect((await save([phone, { id: language?.id }])).statusCode).toBe(403)
  // Ids of facts that are not shown do not lead to them either.
  const shown = new Set(fields.map(({ id }) => id))
  const hidden = fields.map((_, i) => `f${i + 1}`).filter((id) => !shown.has(id))
  expect(hidden.length).toBeGreaterThan(0)
  for (const id of hidden) expect((await save([{ id }])).statusCode).toBe(403)
  expect((await save([{ id: language?.id }])).statusCode).toBe(200)
})

test('a cancelled import leaves no trace, also while it is read', {
  timeout: 2 * READING_MS,
}, async () => {
  const before = drafts()
  const { data } = await upload('cv.txt', TEXT)
  await product.data(anna, 'DELETE', at(data.id))
  const other = await imported('cv.txt', TEXT.replace('Permis B', 'Permis de bateau'))
  await product.data(anna, 'DELETE', at(other.id))
  expect((await product.as(anna, 'GET', at(data.id))).statusCode).toBe(404)
  expect((await product.as(anna, 'DELETE', at(data.id))).statusCode).toBe(404)
  expect(drafts()).toEqual(before)
  for (const name of readdirSync(product.dataDir, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:sqlite(?:-wal)?|json)$/.test(name))
      expect(
        readFileSync(path.join(product.dataDir, name)).includes('Permis de bateau'),
        name,
      ).toBe(false)
})

test('another user’s import is not found', async () => {
  const bob = await product.freelancer('bob')
  const { data } = await upload('cv.txt', TEXT)
  expect((await product.as(bob, 'GET', `cv/${bob.userId}/import/${data.id}`)).statusCode).toBe(404)
  await product.data(anna, 'DELETE', at(data.id))
})

test('two files at once are refused, and neither is kept', async () => {
  const before = drafts()
  expect(await upload('two.txt', TEXT, 'rules', 2)).toMatchObject({
    status: 413,
    code: 'TOO_MANY_FILES',
  })
  await expect.poll(drafts).toEqual(before)
})

test('a file that cannot be read says why, and nothing of it is kept', {
  timeout: 2 * READING_MS,
}, async () => {
  const failed = await imported('program.exe', Buffer.from([0x4d, 0x5a, 0x90, 0xff, 0xfe]))
  expect(failed).toMatchObject({
    state: 'failed',
    failure: 'IMPORT_TYPE_UNSUPPORTED',
    text: '',
    fields: [],
  })
  expect(failed.message).toContain('JSON Resume')
  expect((await product.as(anna, 'PUT', at(failed.id), { accept: [] })).statusCode).toBe(409)
  expect(await upload('empty.txt', '')).toMatchObject({ status: 422, code: 'IMPORT_EMPTY' })
  expect(await upload('huge.pdf', Buffer.alloc(10_000_001))).toMatchObject({
    status: 413,
    code: 'IMPORT_TOO_LARGE',
  })
})

test('more files at once than are read say so, and the others are read', {
  timeout: 3 * READING_MS,
}, async () => {
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, i) => upload(`cv-${i}.txt`, TEXT)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { code } of refused) expect(code).toBe('IMPORT_TOO_MANY')
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThanOrEqual(4)
  for (const { data } of taken) expect((await read(data.id)).state).toBe('review')
  for (const { data } of taken) await product.data(anna, 'DELETE', at(data.id))
})

test('the CV’s own JSON Resume comes back as it was', { timeout: READING_MS }, async () => {
  const exported = await product.as(anna, 'GET', `cv/${anna.userId}/resume.json`)
  const { fields } = await imported('resume.json', exported.body)
  const of = (section: string) => fields.filter((field) => field.section === section)
  expect(of('certification')[0]).toMatchObject({
    values: { title: 'Opquast', organism: 'Opquast', startYear: 2022 },
    known: true,
  })
  const languages = of('language').map(({ values }) => [values['name'], values['level']])
  expect(new Map(languages as [string, number][])).toEqual(
    new Map([
      ['Français', 9],
      ['Anglais', 6],
    ]),
  )
})

test('with a model, each field carries the passage it rests on; what the text does not say is left out', {
  timeout: 2 * READING_MS,
}, async () => {
  expect(await product.data(anna, 'GET', `cv/${anna.userId}/reader`)).toEqual({ model: 'scripted' })
  const client = {
    projectName: 'Conceptrice',
    client: 'Banque Imaginaire',
    startYear: 2021,
    startMonth: 3,
  }
  const evidence = 'Conceptrice, Atelier Brumaire mars 2021 – aujourd’hui'
  const fields = [
    { section: 'mission', values: client, evidence },
    { section: 'certification', values: { title: 'Chirurgie' }, evidence: 'Chirurgie, 2020' },
    { section: 'interest', values: { name: 'Permis B' }, evidence: 'Permis B' },
  ]
  model.script = [{ text: JSON.stringify({ fields }) }]
  const found = await imported('cv.txt', TEXT, 'assistant')
  expect(found).toMatchObject({ state: 'review', model: 'scripted', modelFailure: '' })
  expect(found.fields.filter(({ section }) => section === 'mission')).toMatchObject([
    { values: { projectName: 'Conceptrice', startYear: 2021, startMonth: 3 }, confidence: 0.6 },
  ])
  expect(found.fields[0]?.values).not.toHaveProperty('client')
  expect(found.fields.some(({ values }) => values['title'] === 'Chirurgie')).toBe(false)
  expect(found.fields.at(-1)).toMatchObject({ section: 'interest', evidence: 'Permis B' })
  const lines = found.text.split('\n')
  for (const { lines: at, evidence: words } of found.fields)
    expect(words).toBe(at.map((line) => lines[line]).join('\n'))

  // A model that answers nothing usable leaves the rules' reading.
  model.script = [{ text: 'Voici le CV.' }]
  const without = await imported('cv.txt', TEXT, 'assistant')
  expect(without).toMatchObject({ state: 'review', model: '', modelFailure: 'AI_UNAVAILABLE' })
  expect(without.fields.length).toBeGreaterThan(3)
})
