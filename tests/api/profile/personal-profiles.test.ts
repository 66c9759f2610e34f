import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personalProfileApi } from '#api/profile/personal-profiles.ts'
import { personalProfiles } from '#projections/profile/personal-profiles.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
beforeEach(async () => {
  server = await startContext([personalProfiles], personalProfileApi)
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
  expect(await server.ask('POST', path, { firstName: 'Bob' })).toMatchObject({ status: 409, code: 'ID_ALREADY_USED' })
  expect(await list()).toEqual([
    expect.objectContaining({ id: 'user-1', firstName: 'Anna', lastName: '', birthDate: Date.UTC(1990, 4, 17), photo }),
  ])
})

test('a change leaves what is not sent, the photo too', async () => {
  const photo = createCanvas(4, 4).toDataURL('image/png')
  await server.ask('POST', path, { firstName: 'Anna', photo })
  await server.ask('PUT', path, { lastName: 'Exemple' })
  expect((await list())[0]).toMatchObject({ firstName: 'Anna', lastName: 'Exemple', photo, version: 2 })
  await server.ask('PUT', path, { photo: null })
  expect((await list())[0]).toMatchObject({ photo: null })
})

test('what was emptied can be written again', async () => {
  await server.ask('POST', path, { firstName: 'Anna' })
  expect(await server.ask('DELETE', `${path}/01JD0000000000000000000000`)).toMatchObject({ status: 404 })
  expect(await server.ask('DELETE', `${path}/user-1`)).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
  expect(await server.ask('POST', path, { firstName: 'Anne' })).toMatchObject({ status: 200 })
})
