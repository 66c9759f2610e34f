import { get, post, put, del } from '#contract/kernel/contract.ts'
import {
  ProjectDraft,
  Project,
  ProjectPatch,
  ProjectBill,
  PROJECT_ORDERS,
  ProjectSummary,
  StatisticMonth,
  StatisticContract,
  ContractStatistic,
} from './projects.schemas.ts'
import { z } from 'zod'
import { Year } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, idsUpTo, ofProfile, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery, Pages, sortBy } from '#contract/kernel/lists.schemas.ts'
import { PROJECT_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersInQuery } from '#contract/kernel/list-filters.schemas.ts'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'

const one = own.extend({ id: Id })

const ofYear = ofProfile.extend({ year: Year })
const inCurrency = z.object({ currency: Currency.optional() })

export const projectRoutes = {
  list: get('/project/:userId/all/:profileId', {
    summary:
      'Contracts of a profile: active billable, inactive billable, the rest; the latest start first',
    access: { permission: 'perm_contract_menu' },
    csv: true,
    params: ofProfile,
    /**
     * `state`: billable contracts that run or will run, those that end or renew soon, expired ones,
     * archived ones. `month`, as `2026-11`: those that its timesheet has lines for, which run in it
     * or are not billed.
     */
    query: ListQuery.extend({
      sort: sortBy(PROJECT_ORDERS).optional(),
      ids: idsUpTo(LARGEST_PAGE).optional(),
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .optional(),
      state: z.enum(['active', 'toRenew', 'expired', 'archived']).optional(),
      filters: filtersInQuery(PROJECT_FILTERS),
    }),
    reply: z.array(Project),
  }),
  summary: get('/project/:userId/summary/:profileId', {
    summary: 'A list’s counts by state, and how soon the next contract ends',
    access: { permission: 'perm_contract_menu' },
    params: ofProfile,
    query: z.object({ q: ListQuery.shape.q, filters: filtersInQuery(PROJECT_FILTERS) }),
    reply: ProjectSummary,
  }),
  get: get('/project/:userId/one/:profileId/:id', {
    summary: 'One contract',
    access: { permission: 'perm_contract_menu' },
    params: ofProfile.extend({ id: Id }),
    reply: Project,
  }),
  bills: get('/project/:userId/bills/:id', {
    summary: 'Bills of a contract',
    access: { permission: 'perm_contract_menu' },
    params: one,
    query: Pages,
    reply: z.array(ProjectBill),
  }),
  statistics: get('/project/:userId/statistics/:profileId', {
    summary:
      'Days sold, worked and billed, the average day rate, clients and occupation, by year and month',
    access: { permission: 'perm_dashboard_contract_statistics' },
    params: ofProfile,
    query: inCurrency.extend({ year: Year.optional() }),
    reply: z.record(z.string(), ContractStatistic),
  }),
  statisticMonths: get('/project/:userId/statistics/:profileId/:year/months', {
    summary: 'The months of a year’s statistics as a list',
    access: { permission: 'perm_dashboard_contract_statistics' },
    csv: 'contractStatistic',
    params: ofYear,
    query: inCurrency,
    reply: z.array(StatisticMonth),
  }),
  statisticContracts: get('/project/:userId/statistics/:profileId/:year/contracts', {
    summary: 'The contracts of a year’s statistics as a list, the largest first',
    access: { permission: 'perm_dashboard_contract_statistics' },
    csv: 'contractStatistic',
    params: ofYear,
    query: inCurrency,
    reply: z.array(StatisticContract),
  }),
  add: post('/project/:userId', {
    summary: 'Adds a contract',
    access: { permission: 'perm_contract_add' },
    params: own,
    body: ProjectDraft,
    reply: Written,
  }),
  change: put('/project/:userId', {
    summary: 'Changes a contract; absent fields stay as they are',
    access: { permission: 'perm_contract_update' },
    params: own,
    body: ProjectPatch,
    reply: Written,
  }),
  archive: put('/project/:userId/:id/archive', {
    summary: 'Archives a contract, or brings it back with archived: false',
    access: { permission: 'perm_contract_update' },
    params: one,
    body: z.strictObject({ archived: z.boolean().optional(), version: Version }).default({}),
    reply: Written,
  }),
  remove: del('/project/:userId/:id', {
    summary: 'Removes a contract that has issued no bill',
    access: { permission: 'perm_contract_delete' },
    params: one,
    reply: Written,
  }),
}
