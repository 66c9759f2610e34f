import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { withoutZeroMargins, withZeroMargins } from '#domain/mail/margins.ts'

test.each([
  ['<p>a</p><p>b</p>', '<p style="margin:0">a</p><p style="margin:0">b</p>'],
  ['<p class="x">a</p>', '<p style="margin:0" class="x">a</p>'],
  ['<p style="color:red">a</p>', '<p style="color:red">a</p>'],
  ['<pre>a</pre>', '<pre>a</pre>'],
  ['p>a</p', 'p>a</p'],
])('%s is sent as %s, and comes back as it was', (stored, sent) => {
  expect(withZeroMargins(stored)).toBe(sent)
  expect(withoutZeroMargins(sent)).toBe(stored)
})

test('a style that is more than the margin is not taken away', () =>
  expect(withoutZeroMargins('<p style="margin:0;color:red">a</p>')).toBe(
    '<p style="margin:0;color:red">a</p>',
  ))

property.prop([
  fc.array(
    fc.constantFrom('<p>', '<p id="a">', '<P>', '<br>', '</p>', 'a < b', '<pre>', '<p style="x">'),
  ),
])('whatever is sent comes back as it was', (parts) => {
  const stored = parts.join('').replaceAll('<P>', '<p>')
  expect(withoutZeroMargins(withZeroMargins(stored))).toBe(stored)
})
