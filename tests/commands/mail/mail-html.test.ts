import { describe, expect, test } from 'vitest'
import { sanitisedMail, textIn } from '#commands/mail/mail-html.ts'

describe('a pasted table keeps its cells apart', () => {
  test.each([
    ['OF90', '<table><tr><td>12</td><td>500</td></tr></table>', '<p>12 | 500</p>'],
    [
      'of cells that are never closed',
      '<table><tr><th>Jours<th>Prix<tr><td>3<td>500</table>',
      '<p>Jours | Prix</p><p>3 | 500</p>',
    ],
    [
      'of a spreadsheet, with paragraphs and formats',
      '<table><colgroup><col></colgroup><tbody><tr><td><p>12</p></td><td><p><b>500</b><br>€</p></td></tr></tbody></table>',
      '<p>12 | <b>500</b> €</p>',
    ],
    [
      'within another table',
      '<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
      '<p>a | b | c</p>',
    ],
    ['without rows that hold nothing', '<table><tr><td></td><td> </td></tr></table>x', 'x'],
    ['without its table', '<td>12</td><td>500</td>', '12  500'],
    [
      'beside text that only speaks of one',
      '<p>&lt;table&gt;&lt;td&gt;</p>',
      '<p>&lt;table&gt;&lt;td&gt;</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(sanitisedMail(html)).toBe(expected)
  })

  test('at any depth, in no time worth telling', () => {
    const deep = `${'<table><tr><td>'.repeat(6_000)}12</td><td>500`
    expect(sanitisedMail(deep)).not.toMatch(/table|12500/)
  })
})

describe('a link works outside the page that it was written in', () => {
  test.each([
    ['www.exemple.fr/offre?id=1', 'https://www.exemple.fr/offre?id=1'],
    ['exemple.fr', 'https://exemple.fr'],
    ['exemple.fr:8080/a', 'https://exemple.fr:8080/a'],
    ['//exemple.fr/a', 'https://exemple.fr/a'],
    ['HTTP://exemple.fr', 'HTTP://exemple.fr'],
    ['marie@exemple.fr', 'mailto:marie@exemple.fr'],
    ['06 12 34 56 78', 'tel:0612345678'],
    ['+33 6 12 34 56 78', 'tel:+33612345678'],
    ['mailto:a@b.fr', 'mailto:a@b.fr'],
  ])('%s', (written, href) => {
    expect(sanitisedMail(`<a href="${written}">x</a>`)).toBe(`<a href="${href}">x</a>`)
  })

  test.each(['/factures/1', '#haut', 'javascript:alert(1)', 'facture', ''])(
    '%s is no link',
    (written) => {
      expect(sanitisedMail(`<a href="${written}">x</a>`)).toBe('<a>x</a>')
    },
  )
})

test('the text of a mail joins what stands in several elements, not paragraphs', () => {
  expect(textIn(sanitisedMail('<p>{<b>{no</b>m}}</p>'))).toContain('{{nom}}')
  expect(textIn(sanitisedMail('<p>{</p><p>{</p>'))).not.toContain('{{')
  expect(textIn(sanitisedMail('<a href="https://x.fr/{{id}}">x</a>'))).toContain('{{id}}')
  expect(textIn(sanitisedMail('<p>&#123;&#123;nom&#125;&#125;</p>'))).toContain('{{nom}}')
})
