import { listRoles, roles } from '#projections/identity/roles.ts'
import { USER_FIELDS, users } from '#projections/identity/users.ts'
import { defineSearch, hasWords, lookInto } from '../kernel/search.ts'

/**
 * Users, for administrators. They change whenever they sign in, so they are not among the last
 * changed.
 */
export const usersSearch = defineSearch({
  entity: 'user',
  permission: 'perm_access_users_menu',
  reads: { users },
  latest: false,
  async find(read, question) {
    const found = await lookInto(read.users, question, {
      where: {},
      fields: USER_FIELDS,
      sort: [['userName', 1]],
    })
    return found.map(({ _id, userName, profile, lastModificationDate }) => {
      const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ')
      return {
        id: _id,
        title: name || userName,
        detail: name ? userName : '',
        changedAt: lastModificationDate,
      }
    })
  },
})

export const rolesSearch = defineSearch({
  entity: 'role',
  permission: 'perm_access_roles_menu',
  reads: { roles },
  latest: false,
  async find(read, question) {
    return (await listRoles(read.roles))
      .filter(({ name }) => hasWords(question, name))
      .map(({ _id, name, lastModificationDate }) => ({
        id: _id,
        title: name,
        detail: '',
        changedAt: lastModificationDate,
      }))
  },
})
