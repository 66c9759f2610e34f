import { describe, expect, test } from 'vitest'
import { permissionCatalogue } from '#domain/kernel/permissions.ts'
import { changesOf, rebased, toggled, treeOf, undone } from '#web/identity/permission-tree.ts'

const tree = treeOf(permissionCatalogue)
const row = (key: string) =>
  tree.flatMap((section) => section.rows).find((one) => one.key === key) ?? { key, permissions: {} }
const billing = row('billing')
const all = ['perm_billing_menu', 'perm_billing_add', 'perm_billing_update', 'perm_billing_delete']

describe('the tree of permissions', () => {
  test('holds every permission of the catalogue once, but the one that opens everything', () => {
    const shown = tree.flatMap((section) =>
      section.rows.flatMap((one) => Object.values(one.permissions)),
    )
    expect(shown.toSorted()).toEqual(
      permissionCatalogue.flatMap((group) => group.permissions.map((one) => one.name)).toSorted(),
    )
  })
  test('keeps a group that the menu does not know yet, under administration', () => {
    const more = treeOf([
      ...permissionCatalogue,
      { group: 'moon', permissions: [{ action: 'menu', name: 'perm_moon_menu' }] },
    ])
    expect(more.at(-1)?.rows.at(-1)).toEqual({
      key: 'moon',
      permissions: { menu: 'perm_moon_menu' },
    })
  })
})

describe('a tick', () => {
  test('on an action opens its screen', () =>
    expect([...toggled(new Set(), billing, 'add')].toSorted()).toEqual([
      'perm_billing_add',
      'perm_billing_menu',
    ]))
  test('off a screen closes its actions', () =>
    expect([...toggled(new Set(all), billing, 'menu')]).toEqual([]))
  test('off an action leaves the screen', () =>
    expect([...toggled(new Set(all), billing, 'delete')]).toEqual(all.slice(0, 3)))
})

test('what changes is told with what is added first', () => {
  const after = new Set([
    'perm_billing_menu',
    'perm_billing_add',
    'perm_billing_update',
    'perm_transaction_menu',
  ])
  expect(changesOf(tree, new Set(all), after).map(({ name, kind }) => [kind, name])).toEqual([
    ['added', 'perm_transaction_menu'],
    ['removed', 'perm_billing_delete'],
  ])
  expect(changesOf(tree, after, after)).toEqual([])
})

test('a change that is undone leaves the others', () => {
  const after = new Set(['perm_billing_menu', 'perm_billing_add'])
  const undo = (name: string, kind: 'added' | 'removed') => [...undone(after, { name, kind })]
  expect(undo('perm_billing_add', 'added')).toEqual(['perm_billing_menu'])
  expect(undo('perm_billing_print', 'removed')).toEqual([...after, 'perm_billing_print'])
})

describe('permissions that others saved meanwhile', () => {
  const old = new Set(['perm_billing_menu', 'perm_billing_delete'])
  test('are taken over, and the own changes stay', () =>
    expect(
      [
        ...rebased(
          old,
          new Set(['perm_billing_menu', 'perm_contact_menu']),
          new Set(['perm_billing_menu', 'perm_billing_delete', 'perm_billing_add']),
        ),
      ].toSorted(),
    ).toEqual(['perm_billing_add', 'perm_billing_menu', 'perm_contact_menu']))
  test('leave nothing to change when they are the own ones', () =>
    expect([
      ...rebased(old, new Set(['perm_billing_menu']), new Set(['perm_billing_menu'])),
    ]).toEqual(['perm_billing_menu']))
})
