import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personalProfileApi } from '#api/profile/personal-profiles.ts'
import { userDecider } from '#domain/identity/user.ts'
import { users } from '#projections/identity/users.ts'
import { personalProfiles } from '#projections/profile/personal-profiles.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
/** Names that the sign-in was told. */
let renamed: object[]
const accounts = {
  change: async (_: string, names: object) => {
    renamed.push(names)
    return { mail: '', firstName: '', lastName: '' }
  },
}
beforeEach(async () => {
  renamed = []
  server = await startContext([personalProfiles, users], (api) => personalProfileApi(api, accounts))
})
afterEach(() => server.stop())

const path = '/profile/user-1'
const list = async () => (await server.ask('GET', `${path}/all`)).data

test('a user has one personal profile, whose id is the user’s', async () => {
  const photo = createCanvas(4, 4).toDataURL('image/png')
  const body = { firstName: 'Anna', birthDate: Date.UTC(1990, 4, 17), gender: 'female', photo }
  expect(await server.ask('POST', path, { ...body, id: 'anything' })).toMatchObject({
    status: 200,
    data: { id: 'user-1', version: 1 },
  })
  expect(await server.ask('POST', path, body)).toMatchObject({ status: 200, data: { version: 1 } })
  expect(await server.ask('POST', path, { firstName: 'Bob' })).toMatchObject({
    status: 409,
    code: 'ID_ALREADY_USED',
  })
  expect(await list()).toEqual([
    expect.objectContaining({
      id: 'user-1',
      firstName: 'Anna',
      lastName: '',
      birthDate: Date.UTC(1990, 4, 17),
      photo,
    }),
  ])
})

test('an address is in France unless it names another country', async () => {
  await server.ask('POST', path, { firstName: 'Anna' })
  expect((await list())[0]).toMatchObject({ address: { city: '', country: 'FR' } })
  const address = { street: '1 quai', postalCode: '1000', city: 'Bruxelles', country: '' }
  await server.ask('PUT', path, { address })
  expect((await list())[0]).toMatchObject({ address: { city: 'Bruxelles', country: 'FR' } })
  await server.ask('PUT', path, { address: { ...address, country: 'BE' } })
  expect((await list())[0]).toMatchObject({ address: { city: 'Bruxelles', country: 'BE' } })
})

test('a photo above the limit is refused with the limit', async () => {
  const answer = await server.ask('POST', path, { photo: 'A'.repeat(3_600_000) })
  expect(answer).toMatchObject({
    status: 413,
    code: 'IMAGE_TOO_LARGE',
    fields: [{ path: 'photo' }],
  })
})

test('a change leaves what is not sent, the photo too', async () => {
  const photo = createCanvas(4, 4).toDataURL('image/png')
  await server.ask('POST', path, { firstName: 'Anna', photo })
  await server.ask('PUT', path, { lastName: 'Exemple' })
  expect((await list())[0]).toMatchObject({
    firstName: 'Anna',
    lastName: 'Exemple',
    photo,
    version: 2,
  })
  await server.ask('PUT', path, { photo: null })
  expect((await list())[0]).toMatchObject({ photo: null })
})

test('a profile may be sent back as it was read', async () => {
  await server.ask('POST', path, {
    firstName: 'Anna',
    photo: createCanvas(4, 4).toDataURL('image/png'),
  })
  const [read] = await list()
  expect(await server.ask('PUT', path, read)).toMatchObject({ status: 200, data: { version: 1 } })
  expect(await server.ask('PUT', path, { birthDate: Date.UTC(2190, 0, 1) })).toMatchObject({
    status: 422,
  })
})

test('a photo has the limit of the account’s picture, 2 MB', async () => {
  await server.ask('POST', path, { firstName: 'Anna' })
  const grown = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`
  // Larger than a logo may be: no picture, but not refused for its size.
  expect(await server.ask('PUT', path, { photo: grown(900_000) })).toMatchObject({
    status: 422,
    code: 'IMAGE_INVALID',
  })
  expect(await server.ask('PUT', path, { photo: grown(2_000_001) })).toMatchObject({ status: 413 })
})

test('what was emptied can be written again', async () => {
  await server.ask('POST', path, { firstName: 'Anna' })
  expect(await server.ask('DELETE', `${path}/01JD0000000000000000000000`)).toMatchObject({
    status: 404,
  })
  expect(await server.ask('DELETE', `${path}/user-1`)).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
  expect(await server.ask('POST', path, { firstName: 'Anne' })).toMatchObject({ status: 200 })
})

test('the account shows the person of the profile, and the first profile begins with the account', async () => {
  const meta = {
    commandId: 'registered',
    owner: 'user-1',
    actor: { kind: 'user', id: 'user-1' },
  } as const
  const account = {
    userName: 'anna',
    firstName: 'Anna',
    lastName: 'Exemple',
    mail: 'a@carnet.example',
    roleIds: [],
  }
  await server.handler.run(userDecider, 'user-1', { type: 'RegisterUser', ...account }, meta)
  const shown = async () => {
    const state = (await server.handler.load(userDecider, 'user-1', 'user-1'))?.state
    return state?.status === 'active' ? { ...state.profile, picture: state.picture?.sha256 } : null
  }
  await server.ask('POST', path, { gender: 'female' })
  expect((await list())[0]).toMatchObject({
    firstName: 'Anna',
    lastName: 'Exemple',
    gender: 'female',
  })
  expect(await shown()).toMatchObject({ gender: 'female', picture: undefined })
  expect(renamed).toEqual([])

  const photo = createCanvas(4, 4).toDataURL('image/png')
  await server.ask('PUT', path, { lastName: 'Autre', birthDate: Date.UTC(1990, 4, 17), photo })
  expect(await shown()).toMatchObject({
    firstName: 'Anna',
    lastName: 'Autre',
    birthDate: '1990-05-17',
    picture: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(renamed).toEqual([{ firstName: 'Anna', lastName: 'Autre' }])
  const { data: named } = await server.ask('PUT', path, { photo: null })
  expect((await shown())?.picture).toBeUndefined()
  // Fields that the account does not show are written too. A read that waits for the answer finds
  // them.
  const { data: told } = await server.ask('PUT', path, { description: 'En deux mots' })
  expect(told.position > named.position).toBe(true)
})
