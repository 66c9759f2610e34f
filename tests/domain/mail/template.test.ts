import { describe, expect, test } from 'vitest'
import { placeholderIn } from '#domain/mail/template.ts'

describe('a placeholder is found', () => {
  test.each([
    ['{{client}}', 'client'],
    ['Bonjour {{ nom client }},', 'nom client'],
    ['{{contact.firstName}}', 'contact.firstName'],
    ['{{prénom-du_client}} et {{autre}}', 'prénom-du_client'],
    ['{\u200B{client}\u200B}', 'client'],
    ['｛｛client｝｝', 'client'],
    ['Bonjour {{client, à vous', 'Bonjour {{client, à vous'],
    ['Bonjour client}}', 'Bonjour client}}'],
    ['{{}}', '{{}}'],
    ['{{\n  client\n}}', 'client'],
  ])('in %j: %s', (text, name) => {
    expect(placeholderIn(text)).toBe(name)
  })

  test.each(['{client}', 'a { b } c', 'f({ a: { b: 1 } })', '} {', ''])('but not in %j', (text) => {
    expect(placeholderIn(text)).toBeUndefined()
  })
})
