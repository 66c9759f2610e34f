import { describe, expect, test } from 'vitest'
import { isPageAddress, normalisePageAddress, slugOf } from '#domain/site/page-address.ts'

describe('the address of a title', () => {
  test.each([
    ['Facturer sa première mission', 'facturer-sa-premiere-mission'],
    ['Œuvres & TVA : 20 %', 'oeuvres-tva-20'],
    ['  ---  ', ''],
    ['تحديد الأجر', 'تحديد-الاجر'],
    ['a'.repeat(200), 'a'.repeat(120)],
  ])('%s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
    expect(slugOf(slug)).toBe(slug)
  })
})

test.each([
  ['guides/tva/', '/guides/tva', true],
  ['/CGU', '/cgu', true],
  ['/admin/x', '/admin/x', false],
  ['/api', '/api', false],
  ['/a b', '/a b', false],
  ['/../etc', '/../etc', false],
])('%s is %s', (typed, address, isFree) => {
  expect(normalisePageAddress(typed)).toBe(address)
  expect(isPageAddress(address)).toBe(isFree)
})
