import { expect, test } from 'vitest'
import type { Permission } from '#web/kernel/data/ability.ts'
import { type ContractActs, contractActs } from '#web/projects/contract-acts.ts'
import { brumaire, internal } from '../timesheets/month-specimens.ts'

const all = () => true
const but = (missing: Permission) => (permission: Permission) => permission !== missing
/** A running contract without days to bill and without bills. */
const running: ContractActs = {
  edit: null,
  archive: null,
  restore: 'notArchived',
  remove: null,
  toCv: 'running',
  billDays: 'noDays',
  billFreely: null,
}

test.each<[string, ContractActs, Partial<ContractActs>]>([
  ['running', contractActs(brumaire, { can: all }), {}],
  [
    'with days to bill',
    contractActs(brumaire, { can: all, hasDays: true }),
    { billDays: null, billFreely: 'hasDays' },
  ],
  ['of one’s own', contractActs(internal, { can: all }), { billFreely: 'notBillable' }],
  ['with an issued bill', contractActs(brumaire, { can: all, issued: 1 }), { remove: 'hasBills' }],
  ['expired', contractActs({ ...brumaire, expired: true }, { can: all }), { toCv: null }],
  [
    'archived',
    contractActs({ ...brumaire, archived: true }, { can: all }),
    { archive: 'archived', restore: null, toCv: null },
  ],
  [
    'archived, without a CV',
    contractActs({ ...brumaire, archived: true }, { can: but('perm_cv_menu') }),
    { archive: 'archived', restore: null, toCv: 'permission' },
  ],
  [
    'that may not be changed',
    contractActs({ ...brumaire, archived: true }, { can: but('perm_contract_update') }),
    { edit: 'permission', archive: 'permission', restore: 'permission', toCv: null },
  ],
  [
    'with an issued bill that may not be deleted',
    contractActs(brumaire, { can: but('perm_contract_delete'), issued: 1 }),
    { remove: 'permission' },
  ],
  [
    'that may not be billed',
    contractActs(brumaire, { can: but('perm_billing_add'), hasDays: true }),
    { billDays: 'permission', billFreely: 'permission' },
  ],
])('a contract %s', (_, acts, differing) => expect(acts).toEqual({ ...running, ...differing }))
