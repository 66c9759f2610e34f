import { fc, test as property } from '@fast-check/vitest'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dataKeyOf, decryptJson, encryptJson } from '#commands/kernel/envelope.ts'

const key = dataKeyOf(randomBytes(32))
const PLACE = '["event","contact-1","ContactAdded","values.lastName"]'

describe('an encrypted value', () => {
  property.prop([fc.jsonValue(), fc.string()])(
    'is given back as it was, whatever JSON it is',
    (value, place) => {
      expect(decryptJson(key, place, encryptJson(key, place, value))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
    },
  )

  property.prop([fc.jsonValue()])(
    'is the same bytes each time, in the same place with the same key',
    (value) => {
      expect(encryptJson(key, PLACE, value)).toBe(
        encryptJson(dataKeyOf(key.encryption.export()), PLACE, value),
      )
    },
  )

  test('never shares a nonce with another value in the same place, nor with the same in another', () => {
    const nonces = [
      encryptJson(key, PLACE, ['Anna']),
      encryptJson(key, PLACE, ['Anne']),
      encryptJson(key, `${PLACE} `, ['Anna']),
    ].map((text) => Buffer.from(text, 'base64').subarray(0, 12).toString('hex'))
    expect(new Set(nonces).size).toBe(3)
  })

  test('opens in its own place, with its own key, unchanged, and not otherwise', () => {
    const value = encryptJson(key, PLACE, ['Anna'])
    expect(decryptJson(key, PLACE, value)).toEqual(['Anna'])
    expect(() => decryptJson(key, PLACE.replace('contact-1', 'contact-2'), value)).toThrow()
    expect(() => decryptJson(dataKeyOf(randomBytes(32)), PLACE, value)).toThrow()
    const bytes = Buffer.from(value, 'base64')
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptJson(key, PLACE, changed.toString('base64'))).toThrow()
    }
  })

  test('says nothing by its length of which absence a day was', () => {
    const lengths = ['sick', 'holiday', 'training', 'other'].map(
      (kind) => encryptJson(key, PLACE, [kind]).length,
    )
    expect(new Set(lengths).size).toBe(1)
  })
})
