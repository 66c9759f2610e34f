import { describe, expect, test } from 'vitest'
import type { ArrangedItem } from '#contract/cv/cv.values.ts'
import { differences, entriesReworded, entriesWith, withTyped } from '#web/cv/item-entries.ts'

const item = (id: string, more: Partial<ArrangedItem> = {}): ArrangedItem => ({
  section: 'interest',
  id,
  values: { name: id },
  hidden: false,
  reworded: [],
  ...more,
})
const [rowing, chess] = [item('rowing'), item('chess')]
const french = item('french', { section: 'language' })

describe('items as they would be saved', () => {
  test('have what is typed', () => {
    const typed = { section: 'interest' as const, id: 'chess', values: { name: 'Go' } }
    expect(withTyped([rowing, chess], typed).map(({ values }) => values['name'])).toEqual([
      'rowing',
      'Go',
    ])
  })
  test('have a new one last', () => {
    const typed = { section: 'interest' as const, id: 'new', values: { name: 'Go' } }
    expect(withTyped([rowing], typed).map(({ id }) => id)).toEqual(['rowing', 'new'])
    expect(withTyped([rowing], undefined)).toEqual([rowing])
  })
})

describe('entries of a CV', () => {
  test('have a section in its new order, after the others', () => {
    const entries = entriesWith([rowing, chess, french], 'interest', [chess, rowing])
    expect(entries.map(({ id }) => id)).toEqual(['french', 'chess', 'rowing'])
  })
  test('have only the words in which a variant differs', () => {
    const all = [item('rowing', { reworded: ['name'], values: { name: 'Aviron' } }), chess]
    const entries = entriesReworded(
      all,
      'chess',
      { name: 'Go', level: 2 },
      {
        section: 'interest',
        id: 'chess',
        values: { name: 'chess', level: 2 },
      },
    )
    expect(entries.map(({ wording }) => wording)).toEqual([{ name: 'Aviron' }, { name: 'Go' }])
  })
})

describe('an item of a variant', () => {
  test.each([
    ['is as in the main CV', chess, []],
    ['is hidden', item('chess', { hidden: true }), ['hidden']],
    ['is shown', item('rowing'), ['shown']],
    ['has its own words', item('chess', { reworded: ['name'] }), ['reworded']],
    ['is only there', item('new'), ['only']],
  ])('%s', (_, own, kinds) => {
    const main = [chess, item('rowing', { hidden: true })]
    expect(differences(own, main)).toEqual(kinds)
  })
})
