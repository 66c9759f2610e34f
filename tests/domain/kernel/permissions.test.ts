import { expect, test } from 'vitest'
import {
  type PermissionGroup,
  permissionFor,
  type RecordAction,
} from '#domain/kernel/permissions.ts'

test.each([
  ['company', 'add', 'perm_company_add'],
  ['company', 'delete', 'perm_company_delete'],
  ['company', 'menu', 'perm_company_menu'],
  // A group without the action: its menu opens writing, or manage where there is one.
  ['cv', 'add', 'perm_cv_menu'],
  ['task_board', 'update', 'perm_task_board_menu'],
  ['blogs', 'menu', 'perm_blogs_menu'],
  ['blogs', 'delete', 'perm_blogs_manage'],
  ['personal_info', 'add', 'perm_personal_info_update'],
] as const)('in %s, %s needs %s', (group: PermissionGroup, action: RecordAction, permission) =>
  expect(permissionFor(group, action)).toBe(permission),
)
