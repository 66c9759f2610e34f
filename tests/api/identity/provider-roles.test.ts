import { describe, expect, test } from 'vitest'
import { isAdministrator } from '#api/identity/provider-roles.ts'

const who = { named: ['subject-1', 'chef@neuf.example'], role: 'carnet-admin', clientId: 'carnet' }

describe('an administrator by the provider’s word', () => {
  test.each([
    [{ sub: 'subject-1' }],
    [{ sub: 's', email: 'Chef@Neuf.example', email_verified: true }],
    [{ sub: 's', realm_access: { roles: ['user', 'carnet-admin'] } }],
    [{ sub: 's', resource_access: { carnet: { roles: ['carnet-admin'] } } }],
    [{ sub: 's', roles: ['carnet-admin'] }],
    [{ sub: 's', groups: ['carnet-admin'] }],
  ])('is %j', (claims) => expect(isAdministrator(claims, who)).toBe(true))

  test.each([
    [{ sub: 'subject-2' }],
    [{ sub: 's', email: 'chef@neuf.example' }],
    [{ sub: 's', email: 'chef@neuf.example', email_verified: false }],
    [{ sub: 's', email: 'chef@neuf.example', email_verified: 'true' }],
    [{ sub: 's', preferred_username: 'subject-1' }],
    [{ sub: 's', realm_access: { roles: ['user'] } }],
    [{ sub: 's', resource_access: { another: { roles: ['carnet-admin'] } } }],
    [{ sub: 's', roles: 'carnet-admin' }],
    [{ sub: 's', realm_access: null }],
  ])('is not %j', (claims) => expect(isAdministrator(claims, who)).toBe(false))

  test('is nobody where nothing was configured', () => {
    expect(
      isAdministrator(
        { sub: 's', roles: ['carnet-admin', ''], email: '', email_verified: true },
        { clientId: 'carnet' },
      ),
    ).toBe(false)
  })
})
