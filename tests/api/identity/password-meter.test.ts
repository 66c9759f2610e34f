import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountPageAssets } from '#api/identity/sign-in-pages.ts'
import { isStrongEnough } from '#commands/gateways/accounts/password-strength.ts'
import { passwordLevel } from '#contract/identity/password-meter.ts'

test.each([
  ['', 0],
  ['Zk4%tR9w', 1],
  ['aaaaaaaaaaaa', 1],
  ['azertyuiop123', 1],
  ['123456789012', 1],
  ['Password Password', 1],
  ['abcabcabcabcabc', 1],
  ['correct horse battery', 2],
  ['encre violette 7', 3],
  ['xK9$mQ2!vL7p', 3],
  ['encre violette sur papier quadrillé', 4],
])('%o is shown as %i', (password, level) => expect(passwordLevel(password)).toBe(level))

test('what it calls good is taken', () => {
  for (const password of [
    'encre violette 7',
    'xK9$mQ2!vL7p',
    'encre violette sur papier quadrillé',
  ])
    expect(isStrongEnough(password, ['marion', 'marion@carnet.example']), password).toBe(true)
})

test('the sign-in pages get it as a script that needs no other module', async () => {
  const app = fastify()
  mountPageAssets(app)
  const { body } = await app.inject('/oidc/assets/password-meter.js')
  const served = await import(`data:text/javascript,${encodeURIComponent(body)}`)
  for (const password of ['', 'encre', 'encre violette 7', 'xK9$mQ2!vL7p'])
    expect(served.passwordLevel(password), password).toBe(passwordLevel(password))
})
