import { expect, test } from 'vitest'
import { faultIn } from './contract.ts'

const ID = '01J00000000000000000000010'
const written = { id: ID, version: 1, position: '1' }
const data = (of: unknown) => ({ status: 0, result: { data: of } })

test('an answer that the route can give has no fault, one that lacks a field has', () => {
  expect(faultIn('POST', `/bill/${ID}`, 200, data(written))).toBeNull()
  expect(faultIn('POST', `/bill/${ID}`, 200, data({ ...written, version: undefined }))).toContain(
    'result.data.version',
  )
})
test('an address is read as the server reads it: words before parameters', () => {
  expect(faultIn('GET', `/bill/${ID}/all/${ID}`, 200, data([]))).toBeNull()
  expect(faultIn('GET', `/bill/${ID}/${ID}/${ID}`, 200, data([]))).toContain(
    'GET /bill/:userId/:profileId/:id',
  )
})
test('a route that does not exist answers nothing', () => {
  expect(faultIn('PATCH', `/bill/${ID}`, 200, data(written))).toContain('is no route')
})
test('a refusal has a code and a message', () => {
  const refusal = { status: 409, result: { code: 'BILL_ISSUED', message: 'Issued.' } }
  expect(faultIn('POST', `/bill/${ID}`, 409, refusal)).toBeNull()
  expect(
    faultIn('POST', `/bill/${ID}`, 409, { ...refusal, result: { message: 'Issued.' } }),
  ).toContain('result.code')
})
