import { describe, expect, test } from 'vitest'
import { lines, oneLine } from '#domain/kernel/texts.ts'

const accepts = (text: string): boolean => oneLine(200).safeParse(text).success

describe('a text of one line', () => {
  test.each([
    ['a space of no width', '\u200B\u200B'],
    ['a soft hyphen', '\u00AD'],
    ['a filler of Hangul', '\u3164'],
    ['the blank of Braille', '\u2800'],
    ['a variation selector', '\uFE0F'],
    ['a direction mark and spaces', '\u200E \u061C'],
  ])('of %s alone is refused: nobody would see it', (_, text) => expect(accepts(text)).toBe(false))

  test.each(['', 'Zoé', '👩‍💻', 'نوفا\u200F', 'co\u00ADopérative', '⠃⠕⠝'])('%o is taken', (text) =>
    expect(accepts(text)).toBe(true),
  )
})

test('a text of several lines keeps its lines, and is refused a control or direction character', () => {
  expect(lines(200).parse('un\r\ndeux\ttrois')).toBe('un\ndeux\ttrois')
  for (const text of ['a\u0000', 'a\u001B[31m', '\u202E12', 'a\uD800'])
    expect(lines(200).safeParse(text).success, JSON.stringify(text)).toBe(false)
})
