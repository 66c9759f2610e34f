import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import type { PersonKind } from '#commands/identity/person-survey.ts'
import { filesNaming, forgetConfigured } from '#workers/operations/forget.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'
import { invoice, profile } from '../bodies.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const now = () => NOW

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const one of ending.splice(0).reverse()) await one()
})
function freshDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-forgotten-'))
  ending.push(() => rmSync(directory, { recursive: true, force: true }))
  return path.join(directory, 'data')
}
async function forget(dataDir: string, kind: PersonKind, id: string) {
  const opened: (() => unknown)[] = []
  try {
    return await forgetConfigured({ DATA_DIR: dataDir }, { kind, id }, opened, { clock: { now } })
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

/** Texts that name a private client; no other data contains them. */
const CLIENT = new Set(['Balthazarde Ondine', '9 venelle des Ondines', 'ondine@ondines.example'])
const person = {
  name: 'Balthazarde Ondine',
  kind: 'customer',
  nature: 'person',
  email: 'ondine@ondines.example',
  address: {
    street: '9 venelle des Ondines',
    postalCode: '44000',
    city: 'Nantes',
    country: 'FR',
  },
}

async function anna(dataDir: string) {
  const product = await startProduct({ dataDir, now })
  const user = await product.freelancer('anna')
  const { id: profileId } = await product.data(
    user,
    'POST',
    `professionalInfo/${user.userId}`,
    profile(NOW),
  )
  const add = (noun: string, body: object) =>
    product.data(user, 'POST', `${noun}/${user.userId}`, body)
  return { product, user, profileId, add }
}
async function again(dataDir: string): Promise<{ product: Product; user: SignedIn }> {
  const product = await startProduct({ dataDir, now })
  ending.push(() => product.stop(true))
  return { product, user: await product.signIn('anna', passwordOf('anna')) }
}

test('a private client is forgotten, with the drafts that name it; an issued bill keeps its paper', async () => {
  const dataDir = freshDirectory()
  const { product, user, profileId, add } = await anna(dataDir)
  const { id: clientId } = await add('company', person)
  const { id: other } = await add('company', { ...person, name: 'Cunégonde Restante' })
  const issued = await add('bill', invoice(profileId, clientId))
  const draft = await add('bill', invoice(profileId, clientId, 2))
  await add('bill', invoice(profileId, other, 3))
  await product.data(user, 'PUT', `bill/${user.userId}/${profileId}/${issued.id}/issue`, {})
  await product.stop(true)
  expect(await filesNaming(dataDir, CLIENT), 'no file has it in plain').toEqual([])

  const { plan, kept, verified, left } = await forget(dataDir, 'client', clientId)
  expect(kept).toEqual({ bills: 1, quotes: 0, until: '2037-01-01' })
  expect(plan.keys).toHaveLength(2)
  expect([verified.damages, left]).toEqual([[], []])

  const { product: later, user: same } = await again(dataDir)
  const read = async (url: string) => (await later.as(same, 'GET', url)).body
  const { userId } = same
  expect(await read(`company/${userId}/all`)).not.toContain('Balthazarde')
  expect(await read(`company/${userId}/all`)).toContain('Cunégonde Restante')
  expect(await read(`bill/${userId}/${profileId}/${draft.id}`)).not.toContain('Balthazarde')
  expect(await read(`history/${userId}/company/${clientId}`)).not.toContain('Balthazarde')
  expect(await read(`bill/${userId}/${profileId}/${issued.id}/paper`)).toContain('Balthazarde')
  expect(await read(`bill/${userId}/all/${profileId}`)).toContain('Cunégonde')
  const ready = await later.app.inject('/api/ready')
  expect(ready.statusCode).toBe(200)
}, 120_000)

test('an applicant is forgotten with the files of the application', async () => {
  const dataDir = freshDirectory()
  const { product, user, add } = await anna(dataDir)
  const { id } = await add('publication', {
    title: 'Relecture',
    description: 'Relire',
    contactEmail: 'anna@carnet.example',
  })
  const published = await product.as(user, 'PUT', `publication/${user.userId}/${id}/publish`, {})
  expect(published.statusCode).toBe(200)
  await vi.waitFor(async () =>
    expect((await product.app.inject(`/jobs/${id}`)).statusCode).toBe(200),
  )
  const apply = async (name: string) => {
    const body = new FormData()
    const texts = { email: `${name}@ondines.example`, message: 'Bonjour', website: '' }
    for (const [field, value] of Object.entries({ name, ...texts, shown: String(NOW - 30_000) }))
      body.set(field, value)
    body.set('file', new File([`%PDF-1.4\n% ${name}\n%%EOF\n`], `CV ${name}.pdf`))
    const request = new Request('http://localhost/', { method: 'POST', body })
    const answer = await product.app.inject({
      method: 'POST',
      url: `/jobs/${id}?lang=fr`,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(200)
  }
  await apply('Balthazarde')
  await apply('Cunegonde')
  type Listed = readonly { readonly id: string; readonly name: string }[]
  const listed = await vi.waitFor(async () => {
    const found = await product.data<Listed>(user, 'GET', `jobApplication/${user.userId}/all`)
    expect(found).toHaveLength(2)
    return found
  })
  const gone = listed.find(({ name }) => name === 'Balthazarde')?.id ?? ''
  await product.stop(true)
  expect(await readFileDocuments(dataDir).names()).toHaveLength(2)

  const { plan, left } = await forget(dataDir, 'applicant', gone)
  expect(plan.keys.length).toBeGreaterThanOrEqual(2)
  expect(left).toEqual([])
  expect(await readFileDocuments(dataDir).names()).toHaveLength(1)
  expect(await filesNaming(dataDir, new Set(['Balthazarde']))).toEqual([])

  const { product: later, user: same } = await again(dataDir)
  const read = async (url: string) => (await later.as(same, 'GET', url)).body
  const applications = await read(`jobApplication/${same.userId}/all`)
  expect(applications).toContain('Cunegonde')
  expect(applications).not.toContain('Balthazarde')
  expect(await read(`document/${same.userId}/all`)).not.toContain('Balthazarde')
  expect(await read(`history/${same.userId}/jobApplication/${gone}`)).not.toContain('Balthazarde')
}, 120_000)
