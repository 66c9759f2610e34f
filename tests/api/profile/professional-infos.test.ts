import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { rechercheEntreprises } from '#commands/gateways/company-registry/company-registry-recherche-entreprises.ts'
import { userDecider } from '#domain/identity/user.ts'
import { noTerms } from '#domain/projects/project.ts'
import { bills } from '#projections/billing/bills.ts'
import { OptionSet } from '#domain/settings/option-set.record.ts'
import { recordsOf } from '#projections/records.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import { projects } from '#projections/projects/projects.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { type RegistryDouble, companyRegistry } from '#tests/doubles/company-registry.ts'
import { bookkeeping } from '../finance/books.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
let registry: RegistryDouble

beforeEach(async () => {
  registry = await companyRegistry()
  server = await startContext(
    [professionalInfos, projects, bills, quotes, recordsOf(OptionSet)],
    (api, commands) => {
      const found = rechercheEntreprises({ baseUrl: registry.url, timeoutMs: 150, now: () => 0 })
      professionalInfoApi(api, commands.profile, found)
    },
  )
  await server.handler.run(
    userDecider,
    'user-1',
    {
      type: 'RegisterUser',
      userName: 'anna',
      firstName: 'Anna',
      lastName: 'Exemple',
      mail: 'anna@exemple.fr',
      roleIds: [],
    },
    { commandId: 'register', owner: 'user-1', actor: { kind: 'system', id: 'test' } },
  )
})
afterEach(async () => {
  await server.stop()
  await registry.close()
})

const path = '/professionalInfo/user-1'
const body = {
  name: 'Atelier Brumaire',
  legalStatus: 'EI',
  siren: '732 829 320',
  bankNumber: 'FR76 3000 6000 0112 3456 7890 189',
  tvaRegime: 'franchise',
  startDate: Date.UTC(2024, 1, 1),
}
const add = async (over: object = {}): Promise<string> =>
  (await server.ask('POST', path, { ...body, ...over })).data.id
const list = async () => (await server.ask('GET', `${path}/all`)).data
const activeProfile = async () => {
  const user = await server.handler.load(userDecider, 'user-1', 'user-1')
  return user?.state.status === 'active' ? user.state.parameters.activeProfile : undefined
}
const png = createCanvas(8, 4).toDataURL('image/png')

describe('a professional profile', () => {
  test('has a sector of the list; another text is refused and names the field', async () => {
    const id = await add({ sector: 'software' })
    expect((await list())[0].sector).toBe('software')
    const other = await server.ask('PUT', path, { id, sector: 'informatique' })
    expect([other.status, other.fields.map(({ path: name }) => name)]).toEqual([422, ['sector']])
    expect((await server.ask('PUT', path, { id, sector: 'health' })).status).toBe(200)
    expect((await server.ask('POST', path, { ...body, sector: 'informatique' })).status).toBe(422)
  })

  test('is answered as it was added, numbers without their spaces, VAT as it stands today', async () => {
    const id = await add({ shareCapital: 1000.5 })
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        version: 1,
        createdBy: 'Anna Exemple',
        name: 'Atelier Brumaire',
        siren: '732829320',
        bankNumber: 'FR7630006000011234567890189',
        shareCapital: 1000.5,
        tvaRegime: 'franchise',
        tvaRegimeFrom: Date.UTC(2024, 1, 1),
        TvaNumber: '',
        currency: 'EUR',
        accountType: 'business',
        logo: null,
        signature: null,
        tvaRegimes: [{ regime: 'franchise', from: Date.UTC(2024, 1, 1) }],
      }),
    ])
  })
  test('names the wire field that breaks a rule', async () => {
    expect(await server.ask('POST', path, { ...body, siret: '40483304800022' })).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
      fields: [
        {
          path: 'siret',
          message:
            'Ce SIRET n’appartient pas au SIREN 732829320. Corrigez l’un des deux\u00a0: un SIRET commence par le SIREN.',
        },
      ],
    })
    expect(await server.ask('POST', path, { ...body, bankNumber: 'FR76' })).toMatchObject({
      status: 422,
      fields: [{ path: 'bankNumber' }],
    })
    expect(await server.ask('POST', path, { ...body, name: 7 })).toMatchObject({
      status: 400,
      fields: [{ path: 'name' }],
    })
  })
  test('posted twice with its id is one, and with other content a conflict', async () => {
    const id = '01JD0000000000000000000000'
    const first = await server.ask('POST', path, { ...body, id })
    expect((await server.ask('POST', path, { ...body, id })).data).toEqual(first.data)
    expect(await server.ask('POST', path, { ...body, id, name: 'Autre' })).toMatchObject({
      status: 409,
      code: 'ID_ALREADY_USED',
    })
    expect(await list()).toHaveLength(1)
  })
  test('has a colour of its own once one is chosen, of the seventeen', async () => {
    const id = await add()
    expect((await list())[0]).toMatchObject({ colour: 0 })
    expect(await server.ask('PUT', path, { id, colour: 0 })).toMatchObject({ data: { version: 1 } })
    expect(await server.ask('PUT', path, { id, colour: 17 })).toMatchObject({
      data: { version: 2 },
    })
    expect((await list())[0]).toMatchObject({ colour: 17 })
    expect(await server.ask('PUT', path, { id, colour: 18 })).toMatchObject({ status: 400 })
  })

  test('changes what is sent and leaves the rest', async () => {
    const id = await add()
    expect(
      await server.ask('PUT', `${path}/bankInfo`, { id, bankName: 'Banque du Phare' }),
    ).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
    expect((await list())[0]).toMatchObject({
      bankName: 'Banque du Phare',
      bankNumber: 'FR7630006000011234567890189',
      name: 'Atelier Brumaire',
    })
    expect(await server.ask('PUT', path, { id, name: 'Autre', version: 1 })).toMatchObject({
      status: 412,
      code: 'STALE_VERSION',
    })
  })
  test('asks from which day another VAT regime runs', async () => {
    const id = await add()
    const tva = {
      id,
      tvaRegime: 'normal',
      TvaNumber: 'FR44 732829320',
      tvaPeriodicity: 'quarterly',
      tvaTaxeType: 'receipts',
    }
    expect(await server.ask('PUT', `${path}/tvaInfo`, tva)).toMatchObject({
      status: 422,
      code: 'TVA_REGIME_FROM_REQUIRED',
      fields: [{ path: 'tvaRegimeFrom' }],
    })
    expect(
      await server.ask('PUT', `${path}/tvaInfo`, { ...tva, tvaRegimeFrom: Date.UTC(2027, 0, 1) }),
    ).toMatchObject({
      status: 200,
    })
    expect((await list())[0]).toMatchObject({
      tvaRegime: 'franchise',
      TvaNumber: '',
      tvaRegimes: [{ regime: 'franchise' }, { regime: 'normal', from: Date.UTC(2027, 0, 1) }],
    })
  })
  test('tells what still blocks a bill', async () => {
    const id = await add()
    expect((await server.ask('GET', `${path}/${id}/readiness`)).data).toEqual({
      ready: false,
      missing: ['address.street', 'address.postalCode', 'address.city'],
      advised: [],
    })
  })
  test('tells what blocked one at an instant', async () => {
    const id = await add()
    const addedAt = (await list()).find((one: { id: string }) => one.id === id).lastModificationDate
    const address = {
      street: '1 rue de l’Exemple',
      postalCode: '75001',
      city: 'Paris',
      country: 'FR',
    }
    await server.ask('PUT', path, { id, address })
    const readiness = async (query = '') =>
      (await server.ask('GET', `${path}/${id}/readiness${query}`)).data
    expect(await readiness()).toMatchObject({ ready: true, missing: [] })
    expect(await readiness(`?at=${addedAt}`)).toMatchObject({
      ready: false,
      missing: ['address.street', 'address.postalCode', 'address.city'],
    })
    expect((await server.ask('GET', `${path}/${id}/readiness?at=${addedAt - 1}`)).status).toBe(404)
  })
  test('is not there for another user', async () => {
    const id = await add()
    expect(await server.ask('PUT', '/professionalInfo/user-2', { id, name: 'Volé' })).toMatchObject(
      { status: 404 },
    )
    expect(await server.ask('GET', `/professionalInfo/user-2/${id}/readiness`)).toMatchObject({
      status: 404,
    })
    expect((await server.ask('GET', '/professionalInfo/user-2/all')).data).toEqual([])
  })
})

describe('a logo', () => {
  test('is kept and answered as a data URL, and goes with null', async () => {
    const id = await add()
    expect(await server.ask('PUT', `${path}/logo`, { id, content: png })).toMatchObject({
      status: 200,
    })
    expect(
      await server.ask('PUT', `${path}/signature`, { id, content: png.replace(/^.*,/, '') }),
    ).toMatchObject({
      status: 200,
    })
    expect((await list())[0]).toMatchObject({ logo: png, signature: png })
    await server.ask('PUT', `${path}/logo`, { id, content: null })
    expect((await list())[0]).toMatchObject({ logo: null, signature: png })
  })
  test('that is broken is refused', async () => {
    const id = await add()
    expect(
      await server.ask('PUT', `${path}/logo`, { id, content: png.slice(0, 80) }),
    ).toMatchObject({
      status: 422,
      code: 'IMAGE_INVALID',
      fields: [{ path: 'content' }],
    })
  })
  test('above the limit is refused with the limit', async () => {
    const id = await add()
    for (const [picture, characters] of [
      ['logo', 2_666_700],
      ['logo', 3_600_000],
      ['signature', 3_600_000],
    ] as const) {
      const content = 'A'.repeat(characters)
      const answer = await server.ask('PUT', `${path}/${picture}`, { id, content })
      expect(answer).toMatchObject({ status: 413, code: 'IMAGE_TOO_LARGE' })
      expect(answer.fields[0]?.message).toContain('ne doit pas dépasser 2')
    }
  })
})

describe('the active profile', () => {
  test('is the first one added, and stays when others come', async () => {
    const first = await add()
    await add({ name: 'Seconde' })
    expect(await activeProfile()).toBe(first)
  })
  test('moves on to the first that remains when it is removed, then to none', async () => {
    const [first, second, third] = [
      await add(),
      await add({ name: 'Seconde' }),
      await add({ name: 'Troisième' }),
    ]
    await server.ask('DELETE', `${path}/${first}`)
    expect(await activeProfile()).toBe(second)
    await server.ask('DELETE', `${path}/${third}`)
    expect(await activeProfile()).toBe(second)
    await server.ask('DELETE', `${path}/${second}`)
    expect(await activeProfile()).toBeNull()
    expect(await list()).toEqual([])
  })
  test('stays when it has issued a bill, since it cannot be removed', async () => {
    const id = await add()
    const bill = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
    await bookkeeping(server.handler, 'user-1', id).issue(bill, { ref: '2026-0007' })
    expect(await server.ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      code: 'PROFILE_HAS_BILLS',
      fields: [{ path: `bills.${id}.${bill}`, message: '2026-0007' }],
    })
    expect(await activeProfile()).toBe(id)
  })
  test('cannot be removed while it has a draft or a contract: both are named', async () => {
    const [id, other] = [await add(), await add({ name: 'Seconde' })]
    const bill = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
    await bookkeeping(server.handler, 'user-1', id).draft(bill, { serviceName: 'Audit' })
    const meta = {
      commandId: 'contract',
      owner: 'user-1',
      actor: { kind: 'user', id: 'user-1' },
    } as const
    const project = await server.commands.projects.add(
      '01ARZ3NDEKTSV4RRFFQ69G5FA2',
      { profileId: id, ref: '', title: '', templates: [], isBillable: false, terms: noTerms },
      meta,
    )
    expect(await server.ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      code: 'PROFILE_HAS_DRAFTS',
      fields: [
        { path: `bills.${id}.${bill}`, message: 'Audit' },
        { path: `projects.${id}.${project.id}`, message: 'Contrat sans titre' },
      ],
    })
    expect(await server.ask('DELETE', `${path}/${other}`)).toMatchObject({ status: 200 })
  })
})

describe('the company search', () => {
  test('fills in what the registry knows', async () => {
    expect(
      (await server.ask('GET', '/professionalInfo/insee/user-1/find?siret=732 829 320 00074')).data,
    ).toMatchObject([
      {
        name: 'Atelier Brumaire',
        TvaNumber: 'FR44732829320',
        closedOn: 0,
        active: true,
        startDate: Date.UTC(2015, 0, 2),
      },
    ])
    expect(
      (await server.ask('GET', '/professionalInfo/insee/user-1/find?name=brumaire')).data,
    ).toMatchObject([{ closedOn: 0 }, { closedOn: Date.UTC(2023, 11, 31) }])
  })
  test('says to enter by hand when the registry is away', async () => {
    registry.mood = 'broken'
    const answer = await server.app.inject({
      url: '/api/professionalInfo/insee/user-1/find?name=brumaire',
      headers: { authorization: 'Bearer user-1', 'accept-language': 'en' },
    })
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({
      result: {
        code: 'REGISTRY_UNAVAILABLE',
        message:
          'The company register is not responding. Enter the details by hand, or try again later.',
      },
    })
  })
  test.each([
    '?name=&siren=&siret=732 829 320 00074',
    '?name=ab&siren=732829320&siret=73282932000074',
    '?name=brumaire&siren=&siret=',
  ])('takes its three parameters in any mixture: %s', async (query) => {
    registry.mood = 'well'
    const found = await server.ask('GET', `/professionalInfo/insee/user-1/find${query}`)
    expect([found.status, found.data?.length > 0]).toEqual([200, true])
  })
  test('wants one criterion', async () => {
    expect(await server.ask('GET', '/professionalInfo/insee/user-1/find')).toMatchObject({
      status: 422,
    })
    expect(
      await server.ask('GET', '/professionalInfo/insee/user-1/find?siren=732829321'),
    ).toMatchObject({
      status: 422,
      fields: [{ path: 'siren' }],
    })
  })
})
