// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { withRowsAsLines } from '#web/kernel/form/pasted-tables.ts'

test.each([
  [
    'OF90: the cells of a row stay apart',
    '<table><tr><td>12</td><td>500</td></tr></table>',
    '<p>12 | 500</p>',
  ],
  [
    'their formats stay, their paragraphs do not',
    '<table><tr><th><p>Jours</p></th><td><b>3</b></td></tr><tr><td></td></tr></table>',
    '<p> Jours  | <b>3</b></p>',
  ],
  [
    'an inner table is part of its cell',
    '<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
    '<p>a |  b | c </p>',
  ],
  ['other text is not touched', '<p>a</p><ul><li>b</li></ul>', '<p>a</p><ul><li>b</li></ul>'],
])('%s', (_, html, expected) => {
  expect(withRowsAsLines(html)).toBe(expected)
})
