import { describe, expect, test } from 'vitest'
import { type Ambiguous, currentNoteFaults, noteFaults, noteLines } from '../scripts/word-notes.ts'

describe('notes for translators', () => {
  test('stand at each key of an ambiguous word', () => {
    expect(currentNoteFaults()).toEqual([])
  })
  test('are told by key, or by word', () => {
    expect(noteLines('du')).toContain(
      'billing:draft.from “du”: First day of a period, as in “from 1 to 31 May”; the day follows in a field.',
    )
    expect(noteLines('').length).toBeGreaterThan(100)
  })
})

describe('a word that means several things', () => {
  const french = new Map([
    ['a:bank', 'Crédit'],
    ['a:tax', 'crédit'],
  ])
  const notes = (...keys: readonly string[]): readonly Ambiguous[] => [
    { french: 'crédit', meanings: [{ note: 'x', keys: [...keys] }] },
  ]
  const told = (bank: string, tax: string) =>
    new Map([
      ['a:bank', bank],
      ['a:tax', tax],
    ])
  const parted = told('Eingang', 'Guthaben')
  const one = told('Credit', 'credit')

  test('needs notes when four languages part it', () => {
    expect(noteFaults([], french, [parted, parted, parted, parted])).toEqual([
      '“crédit” needs notes: a:bank, a:tax',
    ])
    expect(noteFaults([], french, [parted, parted, parted, one])).toEqual([])
  })
  test('has one at each of its keys', () => {
    expect(noteFaults(notes('a:bank'), french, [])).toEqual([
      'a:tax needs a note: “crédit” means several things',
    ])
    expect(noteFaults(notes('a:bank', 'a:tax'), french, [])).toEqual([])
  })
  test('has none at a key that is gone or means something else', () => {
    expect(noteFaults(notes('a:bank', 'a:tax', 'a:gone'), french, [])).toEqual([
      'a:gone is no longer “crédit”',
    ])
  })
})
