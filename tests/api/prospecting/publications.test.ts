import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

let now = Date.UTC(2026, 10, 20, 9)
let product: Product
let anna: SignedIn
let admin: SignedIn
let id: string

const job = {
  experienceLevel: '3-5',
  title: 'Audit <b>RGAA</b> </script>',
  company: 'Régie des Quais',
  description: 'Douze pages à relire.\nÀ distance.',
  location: '69003 Lyon',
  workLocationType: 'remotely',
  contractType: 'freelance',
  budget: 620,
  skills: ['RGAA'],
  applicationReception: 'byemail',
  contactEmail: 'quais@regie.example',
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

/** Waits until the read models hold what was written. */
async function settled(): Promise<void> {
  const { position } = await product.data(anna, 'POST', `searchCriteria/${anna.userId}`, {
    name: 'Repère',
  })
  await product.as(anna, 'GET', `publication/${anna.userId}/all`, undefined, {
    'x-min-position': position,
  })
  await product.as(anna, 'GET', `jobApplication/${anna.userId}/all`, undefined, {
    'x-min-position': position,
  })
}
async function publish(user: SignedIn, what: string, act: 'publish' | 'unpublish') {
  await settled()
  const answered = await product.as(user, 'PUT', `publication/${user.userId}/${what}/${act}`, {})
  await settled()
  return answered
}

/** A browser's form, with its file. */
function form(fields: Readonly<Record<string, string>>, file?: Buffer) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set(
    'file',
    file === undefined ? new File([], '') : new File([new Uint8Array(file)], 'cv.pdf'),
  )
  return body
}
async function apply(fields: Readonly<Record<string, string>>, file?: Buffer) {
  const request = new Request('http://localhost/', { method: 'POST', body: form(fields, file) })
  return product.app.inject({
    method: 'POST',
    url: `/jobs/${id}?lang=fr`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
const answer = (more: Readonly<Record<string, string>> = {}) => ({
  name: 'Lou Exemple',
  email: 'lou@exemple.example',
  message: 'Bonjour, je relis des audits.',
  shown: String(now - 30_000),
  website: '',
  ...more,
})
async function applications(): Promise<readonly Record<string, unknown>[]> {
  await settled()
  return product.data(anna, 'GET', `jobApplication/${anna.userId}/all`)
}

beforeAll(async () => {
  product = await startProduct({ now: () => now })
  anna = await product.freelancer('anna')
  admin = await product.admin()
  ;({ id } = await product.data(anna, 'POST', `publication/${anna.userId}`, job))
})
afterAll(() => product.stop())

describe('a publication', () => {
  test('is a draft without a page', async () => {
    await settled()
    expect((await product.app.inject(`/jobs/${id}`)).statusCode).toBe(404)
    const read = await product.data<{ status: string }>(
      anna,
      'GET',
      `publication/${anna.userId}/${id}`,
    )
    expect(read.status).toBe('draft')
  })

  test('without an address for answers cannot be published', async () => {
    const { id: bare } = await product.data(anna, 'POST', `publication/${anna.userId}`, {
      ...job,
      contactEmail: '',
    })
    const refused = await publish(anna, bare, 'publish')
    expect(refused.statusCode).toBe(422)
    expect(refused.json().result.fields[0].path).toBe('contactEmail')
  })

  test('needs no description', async () => {
    const { id: bare } = await product.data(anna, 'POST', `publication/${anna.userId}`, {
      ...job,
      description: '',
    })
    expect((await publish(anna, bare, 'publish')).statusCode).toBe(200)
    const page = await product.app.inject(`/jobs/${bare}`)
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body) ?? []
    expect(JSON.parse(json)).toMatchObject({
      description: `${job.title}, Régie des Quais, 69003 Lyon, RGAA`,
    })
    await publish(anna, bare, 'unpublish')
  })

  test('is published by its own call alone, whose day no client sets', async () => {
    const path = `publication/${anna.userId}`
    for (const more of [{ status: 'published' }, { datePosted: 5 }]) {
      const [added, changed] = [
        await product.as(anna, 'POST', path, { ...job, ...more }),
        await product.as(anna, 'PUT', path, { id, ...more }),
      ]
      for (const answered of [added, changed])
        expect([answered.statusCode, answered.json().result.code]).toEqual([422, 'FIELD_READ_ONLY'])
    }
    // Read values may be sent back.
    expect(
      (await product.as(anna, 'PUT', path, { id, status: 'draft', datePosted: 0 })).statusCode,
    ).toBe(200)
  })

  test('has a public page with schema.org data once it is published, and is in the feed', async () => {
    expect((await publish(anna, id, 'publish')).statusCode).toBe(200)
    const page = await product.app.inject({
      url: `/jobs/${id}`,
      headers: { 'accept-language': 'fr' },
    })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Audit &lt;b&gt;RGAA&lt;/b&gt; &lt;/script&gt;')
    expect(page.body).not.toContain(job.contactEmail)
    // Stored as 3-5; the public reads wider bands.
    expect(page.body).toContain('<dd>2 – 5 ans</dd>')
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'JobPosting',
      title: job.title,
      datePosted: new Date(now).toISOString(),
      employmentType: 'CONTRACTOR',
      jobLocationType: 'TELECOMMUTE',
      hiringOrganization: { name: 'Régie des Quais' },
      jobLocation: { address: { addressCountry: 'FR' } },
      baseSalary: { currency: 'EUR', value: { value: 620, unitText: 'DAY' } },
    })
    expect(page.body).toContain(
      '<meta name="description" content="Douze pages à relire. À distance.">',
    )
    expect(page.body).toContain(`<link rel="canonical" href="${product.address}/jobs/${id}">`)
    const feed = await product.app.inject('/jobs/feed.xml')
    expect(feed.headers['content-type']).toContain('application/rss+xml')
    expect(feed.body).toContain(`/jobs/${id}</link>`)
  })

  test('keeps what candidates need while it is published', async () => {
    for (const lost of [{ contactEmail: '' }, { applicationReception: 'externalSite' }]) {
      const refused = await product.as(anna, 'PUT', `publication/${anna.userId}`, { id, ...lost })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().result.fields[0].message).toMatch(/besoin d’une adresse/)
    }
  })

  test('is found by other users at its public address', async () => {
    const otto = await product.freelancer('otto')
    await product.data(otto, 'POST', `jobs/${otto.userId}/search`)
    const [found] = await product.data<{ sources: { url: string }[] }[]>(
      otto,
      'GET',
      `jobs/${otto.userId}?view=all`,
    )
    expect(found?.sources).toEqual([{ name: 'Carnet', url: `${product.address}/jobs/${id}` }])
  })

  test('keeps its day when it is published again', async () => {
    const before = now
    now += DAY_MS
    await publish(anna, id, 'publish')
    const read = await product.data<{ datePosted: number }>(
      anna,
      'GET',
      `publication/${anna.userId}/${id}`,
    )
    now = before
    expect(read.datePosted).toBe(before)
  })
})

describe('an application', () => {
  test('arrives with its file', async () => {
    const sent = await apply(answer(), PDF)
    expect(sent.body).toContain('Votre candidature est arrivée.')
    const [one] = await applications()
    expect(one).toMatchObject({ name: 'Lou Exemple', publication: job.title, status: 'received' })
    expect(one?.['attachmentIds']).toHaveLength(1)
  })

  test('sent twice arrives once', async () => {
    await apply(answer({ message: 'Deux fois.' }))
    await apply(answer({ message: 'Deux fois.' }))
    expect((await applications()).filter(({ message }) => message === 'Deux fois.')).toHaveLength(1)
  })

  test.each([
    ['filled in by a program', { website: 'https://spam.example' }, 200],
    ['faster than a person types', { shown: String(Date.UTC(2026, 10, 20, 9)) }, 422],
    ['without a message', { message: ' ' }, 422],
    ['with an address that is none', { email: 'lou' }, 422],
  ])('%s is not stored', async (_, more, status) => {
    now += 60_000
    const before = (await applications()).length
    const given = 'shown' in more ? { shown: String(now) } : more
    expect((await apply(answer(given))).statusCode).toBe(status)
    expect(await applications()).toHaveLength(before)
  })

  test('with a file that is no PDF by its content is refused', async () => {
    now += 60_000
    const sent = await apply(
      answer({ message: 'Image.' }),
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    )
    expect(sent.statusCode).toBe(422)
    expect((await applications()).filter(({ message }) => message === 'Image.')).toHaveLength(0)
  })
})

describe('administrators', () => {
  test('see what all users published, and take it back', async () => {
    const all = await product.data<readonly { id: string; isAdmin: boolean }[]>(
      admin,
      'GET',
      `publication/${admin.userId}/everyone`,
    )
    expect(all).toMatchObject([{ id, publisher: 'anna', isAdmin: false }])
    expect((await publish(admin, id, 'unpublish')).statusCode).toBe(200)
    expect((await product.app.inject(`/jobs/${id}`)).statusCode).toBe(404)
  })

  test('alone see them: a freelancer is refused', async () => {
    const refused = await product.as(anna, 'GET', `publication/${anna.userId}/everyone`)
    expect(refused.statusCode).toBe(403)
  })
})

test('towns of the gazetteer are found without accents', async () => {
  const found = await product.data<readonly { name: string }[]>(
    anna,
    'GET',
    `searchCriteria/${anna.userId}/places?q=saint-et`,
  )
  expect(found).toMatchObject([{ name: 'Saint-Étienne', country: 'FR' }])
})
