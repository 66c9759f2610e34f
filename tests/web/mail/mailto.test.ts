// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { mailtoOf } from '#web/mail/mailto.ts'

const mail = {
  recipients: ['a@b.example', 'c+d@e.example'],
  cc: ['f@g.example'],
  subject: 'Facture 2026-0007 & avoir',
  body: '<p>Bonjour,</p><p>Voici <b>deux</b> pièces :<br>la facture</p><ul><li>l’avoir</li></ul>',
}

test('the address of a mail names its people, its subject and its text', () => {
  const address = new URL(mailtoOf(mail))
  expect(address.pathname.split(',').map(decodeURIComponent)).toEqual(mail.recipients)
  const query = new Map(
    address.search
      .slice(1)
      .split('&')
      .map((part) => part.split('=').map(decodeURIComponent) as [string, string]),
  )
  expect(query.get('cc')).toBe('f@g.example')
  expect(query.get('subject')).toBe(mail.subject)
  expect(query.get('body')).toBe('Bonjour,\r\nVoici deux pièces :\r\nla facture\r\n- l’avoir')
})

test('the address of a long mail is short enough for every program', () => {
  const address = mailtoOf({ ...mail, body: `<p>${'é '.repeat(2_000)}</p>` })
  expect(address.length).toBeLessThanOrEqual(1_900)
  expect(address).toContain('body=%C3%A9')
})
