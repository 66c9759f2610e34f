import { expect, test } from 'vitest'
import { pageLines, type Piece } from '#commands/cv/import/page-lines.ts'

/** Words of a page, five points a letter. */
const at = (x: number, y: number, text: string, size = 10): Piece => ({
  text,
  x,
  y,
  width: text.length * 5,
  size,
})

test('above the headings of two columns stands what is above both: the name is read first', () => {
  const lines = pageLines([
    at(20, 700, 'Langues'),
    at(20, 685, 'Français'),
    at(20, 670, 'Anglais'),
    at(20, 655, 'Arabe'),
    at(200, 760, 'Personne Exemple', 22),
    at(200, 735, 'Conceptrice de services'),
    at(200, 700, 'Profil'),
    at(200, 685, 'Des services lisibles par tout le monde.'),
  ])
  expect(lines.filter((line) => line !== '')).toEqual([
    'Personne Exemple',
    'Conceptrice de services',
    'Langues',
    'Français',
    'Anglais',
    'Arabe',
    'Profil',
    'Des services lisibles par tout le monde.',
  ])
})

test('a list whose bullets are drawn is known by its place; a line that was full goes on in the next', () => {
  const lines = pageLines([
    at(20, 700, 'Expérience'),
    at(20, 685, 'Conceptrice – Atelier Brumaire'),
    at(20, 670, '2019 – 2021'),
    at(32, 655, 'Maquettes et essais avec vingt-quatre adhérents du'),
    at(32, 640, 'réseau'),
    at(32, 625, 'Suivi du développement'),
    at(20, 610, 'Graphiste – Bureau Vermeil'),
  ])
  expect(lines.slice(3)).toEqual([
    '• Maquettes et essais avec vingt-quatre adhérents du',
    'réseau',
    '• Suivi du développement',
    'Graphiste – Bureau Vermeil',
  ])
})

test('a page that writes its bullets is left as it is', () =>
  expect(
    pageLines([
      at(20, 685, 'Conceptrice'),
      at(20, 670, '• Maquettes et essais'),
      at(32, 655, 'avec des adhérents'),
    ]),
  ).toEqual(['Conceptrice', '• Maquettes et essais', 'avec des adhérents']))

test('between Arabic letters that are pieces of their own, a space is one', () => {
  const letters = (x: number, y: number, text: string) =>
    Array.from(text).map((letter, index) => at(x - index * 5, y, letter))
  const apart = { text: 'ة ا', x: 267, y: 680, width: 13, size: 10 }
  const pieces = [
    ...letters(300, 700, 'اب تث جح خد ذر زس'),
    ...letters(300, 680, 'المهن'),
    apart,
    ...letters(262, 680, 'لثاني'),
  ]
  expect(pageLines(pieces)).toEqual(['اب تث جح خد ذر زس', 'المهنة الثاني'])
})

test('OF45: a task that names a year stays in the list whose bullets are drawn', () => {
  const lines = pageLines([
    at(20, 700, 'Expérience professionnelle'),
    at(20, 685, 'Développeuse — Orion'),
    at(20, 670, 'mars 2018 – décembre 2022'),
    at(50, 655, 'Migration vers Java 17 en 2021'),
    at(50, 640, 'Autre tâche'),
    at(20, 625, 'Cheffe — Nova'),
    at(20, 610, '2023'),
  ])
  expect(lines.slice(3)).toEqual([
    '• Migration vers Java 17 en 2021',
    '• Autre tâche',
    'Cheffe — Nova',
    '2023',
  ])
})
