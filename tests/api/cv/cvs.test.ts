import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
let product: Product
let anna: SignedIn
beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna')
})
afterAll(() => product.stop())

/** Each read waits for what was written before it. */
let position = ''
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await product.as(
    anna,
    method,
    path,
    body,
    position === '' ? {} : { 'x-min-position': position },
  )
  if (method !== 'GET' && answer.statusCode === 200)
    position = answer.json<{ result: { data: { position: string } } }>().result.data.position
  return answer
}
const ask = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => {
  const answer = await call(method, path, body)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<{ result: { data: T } }>().result.data
}
const add = async (record: string, body: object) =>
  (await ask<{ id: string }>('POST', `${record}/${anna.userId}`, body)).id
const cvs = () => ask<readonly Cv[]>('GET', `cv/${anna.userId}/all`)
const pdf = async (query: string) => {
  const answer = await call('GET', `cv/${anna.userId}/pdf?${query}`)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return answer.rawPayload
}

test('a CV goes from its items to a variant, a version that was sent, and back', {
  timeout: 60_000,
}, async () => {
  const mission = await add('mission', {
    projectName: 'Refonte du portail',
    startYear: 2024,
    startMonth: 3,
  })
  const interest = await add('interest', { name: 'Aviron' })
  expect(await cvs()).toMatchObject([{ id: 'main', version: 0, template: 'sober', versions: [] }])

  await ask('PUT', `cv/${anna.userId}`, { id: 'main', title: 'Conceptrice', accent: 5 })
  const { id } = await ask<{ id: string }>('POST', `cv/${anna.userId}`, { name: 'Mutuelle' })
  await ask('PUT', `cv/${anna.userId}`, {
    id,
    entries: [
      { section: 'interest', id: interest, hidden: true, wording: {} },
      {
        section: 'mission',
        id: mission,
        hidden: false,
        wording: { projectName: 'Portail, autrement' },
      },
    ],
  })
  await ask('POST', `cv/${anna.userId}/${id}/version`, {})
  await ask('POST', `cv/${anna.userId}/${id}/version/1/sent`, { to: 'Atelier Brumaire' })
  const kept = () =>
    ask<{ items: { id: string; values: object }[] }>('GET', `cv/${anna.userId}/${id}/version/1`)
  expect(await kept()).toMatchObject({
    items: [{ id: mission, values: { projectName: 'Portail, autrement' } }],
  })

  expect(await kept()).toMatchObject({ sections: expect.arrayContaining(['interest', 'skill']) })

  // Later changes leave the version as it was, also a removal.
  await ask('PUT', `cv/${anna.userId}`, { id, title: 'Autre titre', entries: [] })
  await ask('DELETE', `mission/${anna.userId}/${mission}`)
  expect(await kept()).toMatchObject({ items: [{ id: mission }] })

  await ask('POST', `cv/${anna.userId}/${id}/version/1/restore`, {})
  const variant = (await cvs()).find((one) => one.id === id)
  expect(variant).toMatchObject({
    name: 'Mutuelle',
    title: 'Conceptrice',
    accent: 5,
    versions: [
      { number: 1, restores: 0, sent: [{ to: 'Atelier Brumaire', on: Date.UTC(2026, 10, 20) }] },
      { number: 2, restores: 1, sent: [] },
    ],
  })
  // The removed mission is shown by the words that the version kept of it.
  const entries = variant?.entries.filter(({ hidden }) => !hidden) ?? []
  expect(entries).toMatchObject([{ id: mission, wording: { projectName: 'Portail, autrement' } }])

  for (const template of ['sober', 'margin', 'timeline', 'dense'])
    expect((await pdf(`cv=${id}&template=${template}&language=ar`)).subarray(0, 5).toString()).toBe(
      '%PDF-',
    )
  expect((await pdf(`cv=${id}&number=1`)).length).toBeGreaterThan(1000)
  await ask('DELETE', `cv/${anna.userId}/${id}`)
  expect(await cvs()).toHaveLength(1)
})

test('sections are placed and hidden, and a version tells which it shows', async () => {
  await add('interest', { name: 'Cinéma' })
  const sections = [
    { section: 'interest', hidden: true },
    { section: 'study', hidden: false },
  ]
  const { id } = await ask<{ id: string }>('POST', `cv/${anna.userId}`, {
    name: 'Courte',
    sections,
    textSize: 'small',
  })
  expect((await cvs()).find((one) => one.id === id)).toMatchObject({ sections, textSize: 'small' })
  await ask('POST', `cv/${anna.userId}/${id}/version`, {})
  const version = await ask<{ sections: string[]; items: { section: string }[] }>(
    'GET',
    `cv/${anna.userId}/${id}/version/1`,
  )
  expect(version.sections.slice(0, 2)).toEqual(['study', 'mission'])
  expect(version.sections).not.toContain('interest')
  expect(version.items.map(({ section }) => section)).not.toContain('interest')
  await ask('DELETE', `cv/${anna.userId}/${id}`)
})

test('a CV may be sent back as it was read, and a variant’s id stands for one content', async () => {
  const carla = await product.freelancer('carla')
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    product.as(carla, method, `cv/${carla.userId}${path}`, body)
  const read = async () =>
    (await product.as(carla, 'GET', `cv/${carla.userId}/all`)).json<{ result: { data: Cv[] } }>()
      .result.data
  // Before the first change too, whose version is 0.
  expect((await send('PUT', '', { ...(await read())[0], title: 'Conceptrice' })).statusCode).toBe(
    200,
  )
  expect((await send('PUT', '', { id: 'main', version: 0, title: 'Trop tard' })).statusCode).toBe(
    412,
  )
  const id = '01JD0000000000000000000001'
  const first = await send('POST', '', { id, name: 'Mutuelle' })
  await send('PUT', '', { id: 'main', title: 'Autre' })
  expect((await send('POST', '', { id, name: 'Mutuelle' })).json()).toMatchObject({
    result: { data: { id, version: 1 } },
  })
  expect(first.statusCode).toBe(200)
  expect((await send('POST', '', { id, name: 'Banque' })).statusCode).toBe(409)
  // The main CV is never added nor removed, by the id of its stream either.
  expect((await send('POST', '', { id: carla.userId, name: 'Banque' })).statusCode).toBe(409)
  expect((await send('DELETE', `/${carla.userId}`)).statusCode).toBe(404)
  expect((await send('PUT', '', { id: 'main', title: 'Encore là' })).statusCode).toBe(200)
})

test('a school or certifier may be given by its name: the one there is, or one that is added', async () => {
  const dora = await product.freelancer('dora')
  const rows = async (record: string) => {
    const answer = await product.as(dora, 'GET', `${record}/${dora.userId}/all`, undefined, {
      'x-min-position': at,
    })
    return answer.json<{ result: { data: Record<string, unknown>[] } }>().result.data
  }
  let at = ''
  const send = async (method: 'POST' | 'PUT', record: string, body: object) => {
    const answer = await product.as(dora, method, `${record}/${dora.userId}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    ;({ position: at } = answer.json<{ result: { data: { position: string } } }>().result.data)
  }
  await send('POST', 'training', { title: 'Sécurité', organism: 'Cadran', year: 2024, month: 5 })
  await send('POST', 'certification', { title: 'RGAA', organism: 'Cadran' })
  const organisms = await rows('organism')
  expect(organisms).toMatchObject([{ name: 'Cadran' }])
  const [training] = await rows('training')
  expect(training).toMatchObject({ organism: 'Cadran', organismId: organisms[0]?.['id'] })
  // Read values may come back. Another name stands for another organism, an id for its own.
  await send('PUT', 'training', { ...training, hours: 7 })
  await send('PUT', 'certification', {
    id: (await rows('certification'))[0]?.['id'],
    organism: 'Atelier',
  })
  await send('POST', 'study', { diploma: 'Master', organism: organisms[0]?.['id'] })
  expect(await rows('certification')).toMatchObject([{ organism: 'Atelier' }])
  expect(await rows('study')).toMatchObject([{ organism: 'Cadran' }])
  expect(await rows('organism')).toHaveLength(2)
})

test('an empty choice of a paper is the CV’s own', async () => {
  expect((await pdf('template=&language=')).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await call('GET', `cv/${anna.userId}/pdf?template=none`)).statusCode).toBe(400)
})

test('a variant’s words obey the rules of their item', async () => {
  const wording = { startMonth: 13 }
  const id = await add('mission', { projectName: 'Audit' })
  const answer = await call('PUT', `cv/${anna.userId}`, {
    id: 'main',
    entries: [{ section: 'mission', id, hidden: false, wording }],
  })
  expect(answer.statusCode).toBe(400)
})

test('a paper wants its permission, and shows no other user’s version', async () => {
  const reader = await product.freelancer('reader', { permissions: ['perm_cv_menu'] })
  const asReader = (path: string) => product.as(reader, 'GET', `cv/${reader.userId}/${path}`)
  expect((await asReader('pdf')).statusCode).toBe(403)
  expect((await asReader('all')).statusCode).toBe(200)
  const { id } = await ask<{ id: string }>('POST', `cv/${anna.userId}`, { name: 'À moi' })
  expect((await asReader(`${id}/version/1`)).statusCode).toBe(404)
})

test('skills are suggested from one’s missions first, then from offers, then from the shipped list', async () => {
  await add('mission', { projectName: 'Jeu', tasks: 'Moteur en **Rust**, éditeur en TypeScript' })
  await add('offer', { title: 'Portail', technicalNeeds: 'Ruby et accessibilité' })
  const names = async (q: string) =>
    (await ask<{ name: string }[]>('GET', `skill/${anna.userId}/suggestions?q=${q}`)).map(
      ({ name }) => name,
    )
  expect(await names('')).toEqual(expect.arrayContaining(['Rust', 'TypeScript']))
  expect((await names('')).indexOf('Ruby')).toBeGreaterThan((await names('')).indexOf('Rust'))
  expect((await names('ru')).slice(0, 2)).toEqual(['Rust', 'Ruby'])
  expect(await names('gestion de pro')).toEqual(expect.arrayContaining(['Gestion de projet']))
  await add('skill', { name: 'Rust' })
  expect(await names('')).toContain('Rust')
  // ESCO’s names follow, without what the first list has already.
  expect(await names('maltego')).toEqual(['Maltego'])
  expect((await names('haskell')).filter((name) => name === 'Haskell')).toHaveLength(1)
})

test('JSON Resume holds what the CV shows', async () => {
  await ask('PUT', `cv/${anna.userId}`, {
    id: 'main',
    links: 'https://fontanel.example\nhttps://profils.example/anna',
  })
  const answer = await call('GET', `cv/${anna.userId}/resume.json`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    basics: {
      url: 'https://fontanel.example/',
      profiles: [{ network: 'profils.example', url: 'https://profils.example/anna' }],
    },
    work: expect.arrayContaining([expect.objectContaining({ position: 'Jeu' })]),
  })
})
